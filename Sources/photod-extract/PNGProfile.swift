/// What ImageMagick and its kin put into a text of a PNG file as digits: behind a line with a name and one with a length.
enum PNGProfile {
    /// The bytes that the digits stand for, up to what is none.
    static func bytes(of text: [UInt8]) -> [UInt8] {
        let lines = text.split(separator: 0x0A)
        var bytes: [UInt8] = []
        var half: UInt8?
        for digit in lines.dropFirst(2).joined() {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue.map(UInt8.init) else { break }
            if let high = half { bytes.append(high << 4 | value) }
            half = half == nil ? value : nil
        }
        return bytes
    }
}
