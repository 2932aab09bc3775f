import Testing

@testable import photod_media

@Suite("What AVCHD cameras write beside the pictures")
struct ModifiedDVPackTests {
    private func pack(_ entries: [UInt8]..., count: UInt8? = nil) -> ModifiedDVPack? {
        let number = count ?? UInt8(entries.count)
        return ModifiedDVPack(userData: ModifiedDVPack.signature + [number] + entries.flatMap { $0 })
    }

    private func date(zone: UInt8) -> String? {
        pack([0x18, zone, 0x20, 0x19, 0x04], [0x19, 0x24, 0x22, 0x24, 0x59])?.recorded
    }

    @Test("a date is digits two by two, and its zone a byte")
    func dates() {
        #expect(date(zone: 0x44) == "2019:04:24 22:24:59+02:00")
        #expect(date(zone: 0x04) == "2019:04:24 22:24:59+02:00")
        #expect(date(zone: 0x00) == "2019:04:24 22:24:59+00:00")
        #expect(date(zone: 0x2A) == "2019:04:24 22:24:59-05:00")
        #expect(date(zone: 0x0B) == "2019:04:24 22:24:59+05:30")
        #expect(date(zone: 0x1C) == "2019:04:24 22:24:59+14:00")
    }

    @Test("a zone that is not known, or none on earth, gives no offset")
    func noZone() {
        #expect(date(zone: 0xFF) == "2019:04:24 22:24:59")
        #expect(date(zone: 0x80) == "2019:04:24 22:24:59")
        #expect(date(zone: 0x3F) == "2019:04:24 22:24:59")
    }

    @Test("a date with a number that is not known is none, and so is half a date")
    func noDate() {
        #expect(pack([0x18, 0, 0xFF, 0xFF, 0xFF], [0x19, 0xFF, 0xFF, 0xFF, 0xFF])?.recorded == nil)
        #expect(pack([0x18, 0, 0x20, 0x19, 0x04], [0x19, 0x24, 0x22, 0x6A, 0x00])?.recorded == nil)
        #expect(pack([0x18, 0, 0x20, 0x19, 0x04])?.recorded == nil)
        #expect(pack([0x19, 0x24, 0x22, 0x24, 0x00])?.recorded == nil)
    }

    @Test("makers are numbers, and Sony's models three entries of letters")
    func camera() {
        let sony = pack(
            [0xE0, 0x01, 0x08, 0x31, 0x00],
            [0xE4] + Array("ILCE".utf8),
            [0xE5] + Array("-7M3".utf8),
            [0xE6, 0, 0, 0, 0]
        )
        #expect(sony?.make == "Sony")
        #expect(sony?.model == "ILCE-7M3")
        let canon = pack([0xE0, 0x10, 0x11, 0, 0], [0xE4, 1, 2, 3, 4])
        #expect(canon?.make == "Canon")
        #expect(canon?.model == nil)
        #expect(pack([0xE0, 0xFF, 0xFF, 0, 0])?.make == nil)
    }

    @Test("a place is degrees, minutes and seconds as fractions")
    func place() {
        let found = pack(
            [0xB1, UInt8(ascii: "S"), 0, 0, 0],
            [0xB2, 0, 33, 0, 1],
            [0xB3, 0, 51, 0, 1],
            [0xB4, 0x0E, 0x10, 0, 100],
            [0xB5, UInt8(ascii: "E"), 0, 0, 0],
            [0xB6, 0, 151, 0, 1],
            [0xB7, 0, 12, 0, 1],
            [0xB8, 0, 36, 0, 1]
        )
        #expect(found?.latitude == -(33 + 51.0 / 60 + 36.0 / 3600))
        #expect(found?.longitude == 151 + 12.0 / 60 + 36.0 / 3600)
        let half = pack(
            [0xB1, UInt8(ascii: "S"), 0, 0, 0],
            [0xB2, 0, 33, 0, 1],
            [0xB3, 0, 51, 0, 1],
            [0xB4, 0, 0, 0, 0]
        )
        #expect(half != nil)
        #expect(half?.latitude == nil)
    }

    @Test("a pack that ends early gives what it has, and another's user data nothing")
    func bounds() {
        let cut = pack(
            [0x18, 0x04, 0x20, 0x19, 0x04],
            [0x19, 0x24, 0x22, 0x24, 0x59],
            [0xE0, 1],
            count: 200
        )
        #expect(cut?.recorded == "2019:04:24 22:24:59+02:00")
        #expect(cut?.make == nil)
        #expect(ModifiedDVPack(userData: ModifiedDVPack.signature) == nil)
        #expect(ModifiedDVPack(userData: Array(ModifiedDVPack.signature.dropLast()) + [0x4E, 0]) == nil)
        #expect(ModifiedDVPack(userData: [UInt8]()) == nil)
    }
}

@Suite("User data in an H.264 stream")
struct H264UserDataTests {
    /// What is found in a stream, as it stands there.
    private func first(_ stream: [UInt8]) -> [UInt8]? {
        stream.withUnsafeBytes { H264UserData.first(in: $0) { Array($0) } }
    }

    @Test("it is a message of enhancement information, behind other units and messages")
    func found() {
        let stream: [UInt8] =
            [0, 0, 0, 1, 0x09, 0xF0]
            + [0, 0, 1, 0x67, 5, 2, 7, 7, 7]
            // A timing message of two bytes, then the user data, then the end of the unit.
            + [0, 0, 1, 0x06, 1, 2, 9, 9, 5, 3, 0x41, 0x42, 0x43, 0x80]
            + [0, 0, 1, 0x65, 1, 2, 3]
        #expect(first(stream) == [0x41, 0x42, 0x43])
    }

    @Test("the bytes that keep zeroes from looking like a start code are taken out")
    func prevention() {
        let stream: [UInt8] = [0, 0, 1, 6, 5, 7, 0, 0, 3, 1, 0, 0, 3, 0, 4, 3, 0x80]
        #expect(first(stream) == [0, 0, 1, 0, 0, 0, 4])
    }

    @Test("lengths beyond 255 go on in the next byte")
    func longMessage() {
        let content = [UInt8](repeating: 7, count: 300)
        #expect(first([0, 0, 1, 6, 5, 255, 45] + content + [0x80]) == content)
    }

    @Test("a length that lies finds nothing, nor does a stream without units")
    func nothing() {
        #expect(first([0, 0, 1, 6, 5, 100, 1, 2, 3]) == nil)
        #expect(first([0, 0, 1, 6, 5, 255, 255]) == nil)
        #expect(first([0, 0, 1, 6]) == nil)
        #expect(first([0, 0, 1]) == nil)
        #expect(first([0, 0, 2, 6, 5, 1, 1]) == nil)
        #expect(first([]) == nil)
    }

    @Test("the first message that makes sense is taken")
    func secondMessage() {
        let stream: [UInt8] = [0, 0, 1, 6, 5, 1, 1, 0x80, 0, 0, 1, 6, 5, 1, 2, 5, 1, 3, 0x80]
        let found = stream.withUnsafeBytes {
            H264UserData.first(in: $0) { $0.first == 3 ? "third" : nil }
        }
        #expect(found == "third")
    }
}
