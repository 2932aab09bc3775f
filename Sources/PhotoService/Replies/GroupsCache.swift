import CaptureRules
import LibraryIndex
import LineProtocol
import PhotoModel
import Synchronization

/// The groups as `groups` tells them, kept: there may be thousands, and a new photo changes one. After a
/// transaction only the groups it touched are read again.
final class GroupsCache: Sendable {
    private struct State {
        /// In the order of the reply; `nil` before the first question.
        var groups: [ListedGroup]?
        var stale: Set<Int64?> = []
        var version: UInt64 = 0
        /// Encoded replies, by what was asked for: all, photos, videos.
        var replies: [AssetType?: [UInt8]] = [:]
    }

    private let encoder: GroupEncoder
    private let state = Mutex(State())

    init(encoder: GroupEncoder) {
        self.encoder = encoder
    }

    /// These groups have changed.
    func forget(_ groups: TouchedGroups) {
        guard !groups.isEmpty else { return }
        state.withLock { state in
            state.version += 1
            state.replies = [:]
            if groups.isEveryGroup {
                state.groups = nil
                state.stale = []
            } else if state.groups != nil {
                state.stale.formUnion(groups.touched)
            }
        }
    }

    /// Goes up with each `forget`.
    var version: UInt64 { state.withLock { $0.version } }

    /// The reply, where nothing has changed since it was made.
    func reply(for type: AssetType?) -> [UInt8]? {
        state.withLock { $0.replies[type] }
    }

    /// The reply as of a snapshot. It is kept unless something has changed since the snapshot was taken.
    func reply(for type: AssetType?, _ snapshot: Snapshot) throws(IndexError) -> [UInt8] {
        let known = state.withLock { state -> (groups: [ListedGroup], stale: Set<Int64?>)? in
            // What became stale later is not to be read in this snapshot.
            guard state.version == snapshot.groupsVersion, let groups = state.groups else { return nil }
            return (groups, state.stale)
        }
        let groups =
            if let known {
                try Self.renew(known.groups, known.stale, snapshot.reader)
            } else {
                try snapshot.reader.groups(withCovers: true).map(ListedGroup.init).sorted {
                    $0.place < $1.place
                }
            }
        let reply = encode(groups, only: type)
        state.withLock { state in
            guard state.version == snapshot.groupsVersion else { return }
            state.groups = groups
            state.stale = []
            state.replies[type] = reply
        }
        return reply
    }

    private static func renew(
        _ groups: [ListedGroup],
        _ stale: Set<Int64?>,
        _ reader: IndexReader
    ) throws(IndexError) -> [ListedGroup] {
        guard !stale.isEmpty else { return groups }
        var renewed = groups.filter { !stale.contains($0.group.key) }
        for key in stale {
            guard let group = try reader.group(key, withCover: true), group.summary.totalCount > 0 else {
                continue
            }
            renewed.append(ListedGroup(group))
        }
        return renewed.sorted { $0.place < $1.place }
    }

    private func encode(_ groups: [ListedGroup], only type: AssetType?) -> [UInt8] {
        var json = JSONWriter(capacity: 32 << 10)
        for listed in groups {
            let counted = listed.group.summary.only(type)
            guard counted.totalCount > 0 else { continue }
            encoder.line(counted, cover: listed.group.cover, to: &json)
        }
        return json.bytes
    }
}

/// A group, and where it stands in the list.
private struct ListedGroup {
    let group: IndexedGroup
    let place: GroupPlace

    init(_ group: IndexedGroup) {
        self.group = group
        place = GroupPlace(group.summary.name)
    }
}
