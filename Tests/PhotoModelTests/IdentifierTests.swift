import PhotoModel
import TestSupport
import Testing

@Suite("Asset ids")
struct AssetIDTests {
    private let text = "0123ABCD-4567-4E89-8ABC-DEF012345678/L0/001"

    @Test("are read in each of their forms and written in one")
    func forms() throws {
        let id = try #require(AssetID(text))
        #expect(id.high == 0x0123_ABCD_4567_4E89 && id.low == 0x8ABC_DEF0_1234_5678)
        #expect(id.description == text)
        #expect(AssetID("ph://" + text) == id)
        #expect(AssetID(String(text.dropLast(7))) == id)
        #expect(AssetID("ph://" + text.dropLast(7).lowercased()) == id)
        #expect(text.utf8.count == AssetID.textLength)
    }

    @Test(
        "refuse other texts",
        arguments: [
            "", "ph://", "0123ABCD-4567-4E89-8ABC-DEF01234567", "0123ABCD-4567-4E89-8ABC-DEF012345678/L0/002",
            "0123ABCD-4567-4E89-8ABC-DEF012345678/L0/0011", "0123ABCDx4567-4E89-8ABC-DEF012345678",
            "0123ABCG-4567-4E89-8ABC-DEF012345678", "0123ABCD4-567-4E89-8ABC-DEF012345678",
            "ph:/0123ABCD-4567-4E89-8ABC-DEF012345678", "é123ABC-4567-4E89-8ABC-DEF012345678",
        ]
    )
    func refuse(text: String) {
        #expect(AssetID(text) == nil)
    }

    @Test("order like their texts")
    func order() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let ids = (0..<2000).map { _ in AssetID.random(using: &generator) }
        #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted(), "seed \(seed)")
    }

    @Test("that are made are version 7 UUIDs, in the order of their ordinals, and read back")
    func made() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let ordinal = generator.next() >> 4
            let id = AssetID(ordinal: ordinal, random: generator.next())
            #expect(id.high >> 16 == ordinal >> 12 && id.high & 0xFFF == ordinal & 0xFFF, "seed \(seed)")
            #expect(id.high >> 12 & 0xF == 7 && id.low >> 62 == 0b10, "seed \(seed)")
            #expect(AssetID(id.description) == id, "seed \(seed)")
            #expect(id < AssetID(ordinal: ordinal + 1, random: 0) || ordinal == .max >> 4, "seed \(seed)")
        }
    }
}

@Suite("Clocks")
struct ClockTests {
    @Test("are read and written")
    func roundTrip() throws {
        let clock = Clock(epoch: 0xAB, sequence: 42)
        #expect(clock.description == "c:00000000000000ab:42")
        #expect(Clock(clock.description) == clock)
        #expect(Clock("c:ffffffffffffffff:9223372036854775807") == Clock(epoch: .max, sequence: .max))
    }

    @Test(
        "refuse other texts",
        arguments: [
            "", "c:", "c:00000000000000ab", "c:00000000000000ab:", "c:00000000000000AB:1", "c::1",
            "c:000000000000000ab:1", "c:ab:42", "c:5ec3:1",
            "d:00000000000000ab:1",
            "c:00000000000000ab:-1", "c:00000000000000ab:+1", "c:00000000000000ab:9223372036854775808",
            "c:00000000000000ab:1:2", " c:00000000000000ab:1",
        ]
    )
    func refuse(text: String) {
        #expect(Clock(text) == nil)
    }
}

@Suite("Fingerprints")
struct FingerprintTests {
    @Test("are read and written as 32 digits")
    func roundTrip() throws {
        let print = Fingerprint(high: 0xAB, low: .max)
        var bytes: [UInt8] = []
        print.appendText(to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text == "00000000000000abffffffffffffffff")
        #expect(Fingerprint(text) == print)
        #expect(Fingerprint(text.dropLast()) == nil)
        #expect(Fingerprint(text.dropLast() + "g") == nil)
        #expect(Fingerprint("+" + text.dropFirst()) == nil)
    }
}

@Suite("File stamps")
struct FileStampTests {
    @Test("tell a reused inode apart by its birth time")
    func sameFile() {
        let stamp = FileStamp(size: 1, modificationTime: 2, changeTime: 3, inode: 4, birthTime: 5)
        var other = stamp
        other.size = 9
        other.modificationTime = 9
        #expect(stamp.isSameInode(as: other) && stamp != other)
        other.birthTime = 6
        #expect(!stamp.isSameFile(as: other))
    }

    @Test("prove nothing where the inode is not known, and all but nothing without a birth time")
    func unknown() {
        let unnumbered = FileStamp(size: 1, modificationTime: 2, changeTime: 3, inode: 0, birthTime: 0)
        #expect(!unnumbered.isSameInode(as: unnumbered) && !unnumbered.isSameFile(as: unnumbered))
        #expect(unnumbered.mayBeSameFile(as: unnumbered) && unnumbered.seemsSameFile(as: unnumbered))
        var longer = unnumbered
        longer.size = 9
        #expect(unnumbered.mayBeSameFile(as: longer), "it may have been written to")
        #expect(!unnumbered.seemsSameFile(as: longer) && !unnumbered.isSameContent(as: longer))
        let unborn = FileStamp(size: 1, modificationTime: 2, changeTime: 3, inode: 4, birthTime: 0)
        var reused = unborn
        reused.modificationTime = 8
        #expect(unborn.isSameFile(as: unborn))
        #expect(unborn.isSameInode(as: reused) && !unborn.isSameFile(as: reused))
        #expect(unborn.isCoarse == false && unnumbered.isCoarse)
    }
}
