import IdentityStore
import LibraryIndex
import PhotoModel

/// What one month's document is to hold.
package struct MonthContent {
    let generation: Int64
    package var records: [IdentityRecord] = []
    package var deleted: [IdentityRecord] = []

    package init(_ month: MonthKey, _ reader: IndexReader) throws(IndexError) {
        generation = try reader.document(of: month)?.generation ?? 0
        let rootNames = Dictionary(try reader.roots().map { ($0.key, $0.name) }) { first, _ in first }
        var folders: [Int64: (root: String, prefix: [UInt8])] = [:]
        var filesystems: [Int64: String] = [:]
        var records: [IdentityRecord] = []
        try reader.identities(inMonth: month) { identity throws(IndexError) in
            if folders[identity.directory] == nil,
                let place = try reader.location(ofDirectory: identity.directory)
            {
                let prefix = place.path.isEmpty ? [] : place.path + [UInt8(ascii: "/")]
                folders[identity.directory] = (rootNames[place.root] ?? "", prefix)
            }
            if filesystems[identity.filesystem] == nil {
                filesystems[identity.filesystem] = try reader.filesystem(identity.filesystem) ?? ""
            }
            guard let folder = folders[identity.directory] else { return }
            records.append(
                IdentityRecord(identity, folder: folder, filesystem: filesystems[identity.filesystem])
            )
        }
        for departed in try reader.departed(inMonth: month) {
            var record = IdentityRecord(departed)
            record.batch = try reader.batch(of: departed.id)
            if departed.deletedAt == nil, let home = departed.home {
                record.home = IdentityRecord.Home(
                    filesystem: try reader.filesystem(home.filesystem) ?? "",
                    inode: home.inode,
                    birthTime: home.birthTime
                )
            }
            if departed.deletedAt == nil { records.append(record) } else { deleted.append(record) }
        }
        self.records = records
    }
}
