import SidecarText

@testable import photod_extract

/// What the project's reader reads of a sidecar, as `XMPFacts` takes it further.
struct ReadSidecar: Equatable {
    var original: String?
    var created: String?
    var description: String?
    var rating: Double?
    var latitude: Double?
    var longitude: Double?
    var altitude: Double?

    init(_ bytes: [UInt8]) {
        let packet = bytes.withUnsafeBytes { XMPPacket($0) }
        func text(_ property: XMPProperty) -> String? {
            packet[property].map { String(decoding: $0, as: UTF8.self) }
        }
        func scan<Value>(_ property: XMPProperty, _ read: (UnsafeRawBufferPointer) -> Value?) -> Value? {
            packet[property].flatMap { $0.withUnsafeBytes(read) }
        }
        original = text(.originalDate)
        created = text(.createdDay)
        description = text(.description)
        rating = scan(.rating) { bytes in
            var scanner = NumberScanner(bytes)
            let isNegative = scanner.skip("-")
            return scanner.decimal().map { isNegative ? -$0 : $0 }
        }
        latitude = scan(.latitude) {
            GPSCoordinate.degrees(xmp: $0, positive: "N", negative: "S", limit: 90)
        }
        longitude = scan(.longitude) {
            GPSCoordinate.degrees(xmp: $0, positive: "E", negative: "W", limit: 180)
        }
        let height = scan(.altitude) { bytes in
            var scanner = NumberScanner(bytes)
            return scanner.fraction()
        }
        let isBelow = text(.altitudeReference)?.first == "1"
        altitude = height.map { Double($0.numerator) / Double($0.denominator) * (isBelow ? -1 : 1) }
    }
}
