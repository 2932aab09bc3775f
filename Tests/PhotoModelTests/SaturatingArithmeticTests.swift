import PhotoModel
import Testing

@Suite("Arithmetic on values from outside")
struct SaturatingArithmeticTests {
    @Test("ends at the ends of the range, and is exact within")
    func ends() {
        for left in Int8.min...Int8.max {
            for right in Int8.min...Int8.max {
                #expect(left.addingSaturating(right) == Int8(clamping: Int(left) + Int(right)))
                #expect(left.subtractingSaturating(right) == Int8(clamping: Int(left) - Int(right)))
                #expect(left.multipliedSaturating(by: right) == Int8(clamping: Int(left) * Int(right)))
            }
        }
        for left in UInt8.min...UInt8.max {
            for right in UInt8.min...UInt8.max {
                #expect(left.addingSaturating(right) == UInt8(clamping: Int(left) + Int(right)))
                #expect(left.subtractingSaturating(right) == UInt8(clamping: Int(left) - Int(right)))
                #expect(left.multipliedSaturating(by: right) == UInt8(clamping: Int(left) * Int(right)))
            }
        }
    }
}
