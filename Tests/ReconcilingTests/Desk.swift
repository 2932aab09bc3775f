import CaptureRules
import Extraction
import Files
import FolderWatch
import Glibc
import PhotoModel
import PhotodConfiguration
import TestSupport
import Testing
import Threads

@testable import DiskReading
@testable import Findings
@testable import FolderWatch
@testable import LibraryIndex
@testable import Reconciling
@testable import Roots
@testable import Shots

/// Roots on a real disk, a real index, and findings made by hand in whatever order a test wants: what a crawler and the
/// writer do, without threads.
final class Desk {
    let folder: TemporaryFolder
    let index: LibraryIndex
    let roots = RootTable()
    /// What photod itself moves.
    let ownChanges = OwnChanges()
    private(set) var rootKeys: [String: Int64] = [:]
    private var visits: UInt64 = 0
    private var memory = WriterMemory()
    /// What the last findings led to that has to be looked at again.
    private(set) var looks = SecondLooks()
    /// Nanoseconds since 1970. As the disk has it: to an earlier one, files that are made now would lie in the future.
    var now: Int64 = WallClock.now()
    /// Nanoseconds by which the machine's clock is ahead of that.
    var clockError: Int64 = 0
    private var reckoning: IdentityReckoning?
    var isFirstSweep = false
    /// A folder, `root/a`, that counts as another disk's.
    var mountPoint: String?

    init(roots names: [String] = ["photos"]) throws {
        folder = try TemporaryFolder()
        index = try LibraryIndex(folder: FilePath(folder.path))
        for name in names { try addRoot(name) }
    }

    /// The same folders under a new, empty index.
    init(continuing other: Desk) throws {
        folder = other.folder
        let state = "state-\(other.rootKeys.count)-\(other.now)"
        try folder.makeDirectory(state)
        index = try LibraryIndex(folder: FilePath(folder.path(state)))
        for name in other.rootKeys.keys.sorted() { try register(name) }
    }

    func addRoot(_ name: String) throws {
        try folder.makeDirectory(name)
        try register(name)
    }

    /// - Parameters:
    ///   - name: of a folder that is there.
    ///   - label: the root's name, if it is not the folder's.
    ///   - outer: the root that has a link which leads there.
    func register(_ name: String, as label: String? = nil, linkedFrom outer: String? = nil) throws {
        let path = FilePath(folder.path(name))
        let label = label ?? name
        let key = try index.write { writer throws(IndexError) in
            try writer.ensureRoot(name: label, path: path)
        }.value
        rootKeys[name] = key
        let link = try outer.map { outer in
            let outerKey = try #require(rootKeys[outer])
            return RootLink(
                outer: node(outer, outerKey),
                outerKey: outerKey,
                way: [FileName("link")],
                target: Array(folder.path(name).utf8)
            )
        }
        roots.add(
            LibraryRoot(
                library: Library(name: label, path: path),
                key: key,
                node: node(name, key),
                lane: 0,
                seenState: .online,
                home: RootHome(filesystem: nil, mountedInode: nil),
                realPath: path,
                link: link,
                isAdded: false
            )
        )
    }

    func node(_ name: String, _ key: Int64) -> NodeID { NodeID(index: Int32(key), generation: 1) }

    func setOffline(_ name: String) throws {
        _ = roots.setState(.offline, of: node(name, try #require(rootKeys[name])))
    }

    /// Takes a root out as a command or another configuration does.
    func removeRoot(_ name: String) throws {
        let key = try #require(rootKeys[name])
        let label = try #require(roots.root(withKey: key)).library.name
        try transact { transaction throws(IndexError) in try transaction.removeRoot(key, name: label) }
        try removeFromTable(name)
        rootKeys[name] = nil
    }

    /// What follows a first sweep: identities that it has not found become tombstones.
    func bury() throws {
        let swept = roots.all.filter { $0.state != .offline }
        try transact { transaction throws(IndexError) in
            for root in swept { try transaction.buryUnfound(in: root) }
        }
    }

    /// What follows once a day: old tombstones are forgotten.
    func expire() throws {
        let time = try self.time()
        _ = try index.write { writer throws(IndexError) in
            try writer.expireTombstones(olderThan: 30 * 86_400, at: time)
        }
    }

    /// The daemon is started anew, on a machine that has been started anew too or on the same.
    func restart(boot: Int64 = 1) {
        self.boot = boot
        reckoning = nil
    }

    /// As with an index that is made anew of what documents say, or one of an earlier build.
    func forgetTime() throws {
        var reckoning = IdentityReckoning(nil, machine)
        let latest = try index.read { reader throws(IndexError) in try reader.latestStamp() }
        reckoning.goOn(behind: try #require(latest), machine)
        self.reckoning = reckoning
    }

    private var boot: Int64 = 1

    private var machine: MachineTime {
        MachineTime(
            wall: (now + clockError) / 1_000_000,
            uptime: now / 1_000_000,
            running: now / 1_000_000,
            boot: boot
        )
    }

    /// What identities' clock says now.
    private func time() throws -> IdentityTime {
        let machine = machine
        var reckoning =
            try self.reckoning
            ?? IdentityReckoning(
                index.read { reader throws(IndexError) in try reader.rememberedTime() },
                machine
            )
        defer { self.reckoning = reckoning }
        return reckoning.read(machine)
    }

    func removeFromTable(_ name: String) throws { roots.remove(node(name, try #require(rootKeys[name]))) }

    private var rests: UInt64 = 0

    /// Nothing is under way any more.
    func rest() {
        rests += 1
        memory.settle(asOfRest: rests)
    }

    // MARK: Findings

    /// The place of a directory, `root/a/b`, as it stands on the disk.
    func place(_ path: String) throws -> DirectoryPlace {
        let parts = path.split(separator: "/").map(String.init)
        let opened = try DirectoryReader(rootPath: FilePath(folder.path(path)))
        let status = try FileStatus(of: opened.descriptor)
        let isMounted = mountPoint.map { path == $0 || path.hasPrefix($0 + "/") } ?? false
        visits += 1
        return DirectoryPlace(
            root: try #require(rootKeys[parts[0]]),
            components: parts.dropFirst().map { FileName($0) },
            filesystem: isMounted ? "fsid:1" : try FilesystemIdentity(of: opened.descriptor).text,
            formerFilesystems: [],
            inode: status.inode,
            birthTime: status.birthTime,
            visit: visits
        )
    }

    /// Work as a watcher would hand it out.
    func work(_ kind: FolderWork.Kind) -> FolderWork {
        FolderWork(
            node: NodeID(index: 0, generation: 0),
            path: FilePath(folder.path),
            lane: 0,
            kind: kind,
            names: [],
            explained: [],
            includesPending: false,
            force: false,
            epoch: 1,
            stamp: 0,
            ticket: 1
        )
    }

    func observed(_ name: FileName, in path: String) throws -> ObservedFile? {
        let format = try #require(name.format)
        let opened = try DirectoryReader(rootPath: FilePath(folder.path(path)))
        switch FileObserver(directory: opened.descriptor, keepsInodes: true, heartbeat: LaneHeartbeat())
            .observe(
                name,
                format
            )
        {
        case .absent: return nil
        case .refused(let code): throw FolderError.exhausted(errno: code)
        case .known(let file): return file
        case .unread(let file):
            close(file.descriptor)
            return file.observed
        }
    }

    /// Looks at stems of a directory (`a`, `b`): all their files as they are.
    ///
    /// - Parameters:
    ///   - isUnfinished: whoever writes them may not be done.
    ///   - contentHash: of their whole content, where that was read.
    func shots(
        _ path: String,
        _ stems: [String],
        isForced: Bool = false,
        isUnfinished: Bool = false,
        contentHash: Fingerprint? = nil
    ) throws -> FindingSlot {
        let names = try self.names(path).files
        let shots = try stems.map { stem in
            let members = names.filter { Companions.stem(of: $0).elementsEqual(stem.utf8) }
            return ObservedShot(
                stem: Array(stem.utf8),
                files: try members.compactMap {
                    var file = try observed($0, in: path)
                    file?.isUnfinished = isUnfinished
                    file?.contentHash = contentHash
                    return file
                },
                isForced: isForced
            )
        }
        return slot(.shots(try place(path), shots))
    }

    func slot(_ finding: Finding) -> FindingSlot { FindingSlot(finding, lane: 0, reads: 0, weight: 1) }

    func names(_ path: String) throws -> (files: [FileName], directories: [FileName]) {
        var files: [FileName] = []
        var directories: [FileName] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        let opened = try DirectoryReader(rootPath: FilePath(folder.path(path)))
        try opened.forEachEntry(buffer: buffer) { entry in
            let name = FileName(Array(entry.name))
            if entry.kind == .directory {
                directories.append(name)
            } else if name.format != nil {
                files.append(name)
            }
        }
        return (files.sorted(), directories.sorted())
    }

    @discardableResult
    func apply(_ slots: [FindingSlot], bulk: Bool = false) throws -> CommittedChanges {
        try transact(bulk: bulk) { transaction throws(IndexError) in
            for slot in slots { try transaction.apply(slot) }
        }
    }

    @discardableResult
    private func transact(
        bulk: Bool = false,
        _ body: @Sendable (inout FindingTransaction) throws(IndexError) -> Void
    ) throws -> CommittedChanges {
        now += 1_000_000_000
        let (roots, time, isFirstSweep, memory) = (roots, try self.time(), isFirstSweep, memory)
        let ownChanges = ownChanges
        let result = try index.write(bulk: bulk) { writer throws(IndexError) in
            var transaction = try FindingTransaction(
                writer: writer,
                builder: RecordBuilder(zones: CaptureZones(home: .utc), descriptions: DescriptionRule()),
                roots: roots,
                ownChanges: ownChanges,
                time: time,
                isFirstSweep: isFirstSweep,
                memory: memory
            )
            try body(&transaction)
            return transaction
        }
        self.memory = result.value.memory
        ownChanges.take(result.value.arrivals)
        looks = result.value.looks
        return result.committed
    }

    /// Looks at everything, as a sweep does: what is there first, parents before children, and what is gone last.
    @discardableResult
    func sweep(_ names: [String]? = nil) throws -> CommittedChanges {
        var found: [FindingSlot] = []
        var gone: [FindingSlot] = []
        for name in names ?? rootKeys.keys.sorted() {
            var rest = [name]
            while let path = rest.popLast() {
                let listing = try self.names(path)
                rest += listing.directories.map { path + "/" + $0.display }
                found.append(slot(.directory(try place(path))))
                // Rows may move when this is applied, so the index is asked for its stems only then.
                let stems = Set(
                    listing.files.map { String(decoding: Companions.stem(of: $0), as: UTF8.self) }
                )
                found.append(try shots(path, stems.sorted()))
            }
        }
        let committed = try apply(found)
        for name in names ?? rootKeys.keys.sorted() {
            var rest = [name]
            while let path = rest.popLast() {
                let listing = try self.names(path)
                rest += listing.directories.map { path + "/" + $0.display }
                let place = try place(path)
                let known = try #require(
                    try index.read { reader throws(IndexError) -> KnownDirectory? in
                        guard let row = try KnownDirectory.find(reader, place: place) else { return nil }
                        return try KnownDirectory(reader, row)
                    }
                )
                for child in known.directories.keys where !listing.directories.contains(child) {
                    gone.append(slot(.directoryGone(place, child)))
                }
                let stems = Set(
                    known.files.map { String(decoding: Companions.stem(of: $0.name), as: UTF8.self) }
                )
                gone.append(try shots(path, stems.sorted()))
            }
        }
        try apply(gone)
        return committed
    }

    /// Paths of what the last findings led to, `root/a/b`: trees end in a slash.
    var looksAgain: Set<String> {
        let trees = looks.trees.map { place in
            let root = rootKeys.first { $0.value == place.root }?.key ?? ""
            return ([root] + place.components.map(\.display)).joined(separator: "/") + "/"
        }
        let entries = looks.entries.map {
            $0.folder.appending($0.name).display.dropFirst(folder.path.count + 1)
        }
        return Set(trees + entries.map(String.init))
    }

    // MARK: What the index has

    func asset(_ path: String) throws -> IndexedAsset? {
        let cut = try #require(path.lastIndex(of: "/"))
        let (folder, name) = (path[..<cut], FileName(String(path[path.index(after: cut)...])))
        let parts = folder.split(separator: "/", maxSplits: 1)
        let root = try #require(rootKeys[String(parts[0])])
        let inner = parts.count > 1 ? Array(parts[1].utf8) : []
        return try index.read { reader throws(IndexError) in
            guard let directory = try reader.directory(root: root, path: inner) else { return nil }
            guard var asset = try reader.asset(named: name, inDirectory: directory.key) else { return nil }
            asset.companions = try reader.companions(of: asset.key)
            return asset
        }
    }

    func id(_ path: String) throws -> AssetID { try #require(try asset(path), "\(path)").id }

    /// Every asset's path, `root/a/b.png`, with its id.
    func everything() throws -> [String: AssetID] {
        let names = Dictionary(uniqueKeysWithValues: rootKeys.map { ($0.value, $0.key) })
        return try index.read { reader throws(IndexError) in
            var found: [String: AssetID] = [:]
            for (key, name) in names {
                guard let root = try reader.directory(root: key, parent: 0, name: FileName([])) else {
                    continue
                }
                for directory in try reader.directoryKeys(below: root.key) {
                    guard let place = try reader.location(ofDirectory: directory) else { continue }
                    let inner = place.path.isEmpty ? "" : String(decoding: place.path, as: UTF8.self) + "/"
                    for asset in try reader.assets(inDirectory: directory) {
                        found[name + "/" + inner + asset.name.display] = asset.id
                    }
                }
            }
            return found
        }
    }

    func assetCount() throws -> Int {
        try index.read { reader throws(IndexError) in
            try reader.months().reduce(0) { $0 + $1.totalCount }
        }
    }
}
