import Foundation
import IdentityStore
import PhotoModel
import TestSupport

extension TemporaryFolder {
    func store() throws -> IdentityStore { try IdentityStore(directory: location) }
}

extension IdentityStore {
    /// Writes one month over whatever is there. `nil` where it is empty and so has no document any more.
    @discardableResult
    func write(
        month: MonthKey,
        generation: Int64,
        photos: [IdentityRecord],
        deleted: [IdentityRecord] = []
    ) throws(IdentityStoreError) -> DocumentStamp? {
        var batch = batch()
        var writer = try batch.begin(month, generation: generation)
        for photo in photos { try writer.append(photo) }
        let predecessor = Predecessor(try listed(month), backup: try listedBackup(month))
        try batch.stage(writer, deleted: deleted, after: predecessor)
        return try batch.commit().first?.stamp
    }
}

extension MonthKey {
    static var november: MonthKey { MonthKey("2016-11") ?? .undated }
}

extension IdentityRecord {
    /// The same record for the same number.
    static func sample(_ number: UInt64) -> IdentityRecord {
        IdentityRecord(
            id: AssetID(high: 0x9F3A_1C22_7B64_4E01, low: 0x9C3D_0000_0000_0000 | number),
            type: .photo,
            root: "Pictures",
            file: Array("2016/Beach trip/IMG_\(1000 + number).JPG".utf8),
            size: 3_000_000 + Int64(number),
            fingerprint: Fingerprint(high: number &* 77, low: ~number),
            filesystem: "0b5f1c3e-6d7c-4b57-9f5e-2f0f8d1d9a10",
            inode: 9_007_199_254_740_993 + number,
            birthTime: 1_479_200_000_123_456_789,
            modificationTime: 1_479_200_000_987_654_321,
            rev: Int64(number) + 1,
            firstSeen: Int64(number) + 1,
            group: "Beach trip"
        )
    }

    static func random(using generator: inout SeededGenerator, deleted: Bool = false) -> IdentityRecord {
        let texts = [
            "", "Pictures", "Bilder \"2016\"", "a\\b\n\t\u{1}\u{1F}", "日本 🏖️", "e\u{301}",
            String(repeating: "x", count: 3000),
        ]
        func text() -> String { texts.randomElement(using: &generator) ?? "" }
        func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? {
            Bool.random(using: &generator) ? value() : nil
        }
        let edges: [Int64] = [.min, -1_000_000_001, -1, 0, 1, 999_999_999, 1_479_200_000_123_456_789, .max]
        func edge() -> Int64 { edges.randomElement(using: &generator) ?? 0 }
        var path = (0...Int.random(in: 0..<80, using: &generator)).map { _ in
            UInt8.random(in: 1...255, using: &generator)
        }
        // No component may be empty, "." or "..".
        path =
            [UInt8(ascii: "_")] + path.flatMap { $0 == UInt8(ascii: "/") ? [$0, UInt8(ascii: "_")] : [$0] }
        let overrides: [GroupOverride] = [.none, .other, .named("Other"), .named("Größe \"L\"\n")]
        var record = IdentityRecord(
            id: .random(using: &generator),
            type: Bool.random(using: &generator) ? .photo : .video,
            root: "r" + text(),
            file: path,
            size: max(0, edge()),
            fingerprint: maybe(Fingerprint(high: generator.next(), low: generator.next())),
            filesystem: maybe(text()),
            inode: maybe(generator.next()),
            birthTime: maybe(edge()),
            modificationTime: edge(),
            rev: edge(),
            firstSeen: edge(),
            group: maybe(text()),
            groupOverride: overrides.randomElement(using: &generator) ?? .none,
            favorite: maybe(Bool.random(using: &generator)),
            viewed: Bool.random(using: &generator),
            deletedAt: deleted ? edge() : nil
        )
        record.batch = maybe(text())
        record.home = maybe(
            IdentityRecord.Home(filesystem: text(), inode: generator.next(), birthTime: edge())
        )
        return record
    }
}
