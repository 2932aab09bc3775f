import Files
import FolderWatch
import PhotoModel
import PhotodConfiguration
import Synchronization

/// The roots, as every thread sees them.
package final class RootTable: Sendable {
    private struct State {
        private(set) var byNode: [NodeID: LibraryRoot] = [:]
        /// How often something was mounted or unmounted.
        var mountChanges: UInt64 = 0
        /// Devices of what was seen mounted below roots, as mountinfo writes them.
        var mountedBelow: [NodeID: Set<String>] = [:]
        /// Roots whose path is being asked and has not answered.
        var asked: Set<NodeID> = []
        /// Lanes whose crawler hangs, and what is said of their roots.
        var hanging: [Int: @Sendable (LibraryRoot) -> RootAbsence] = [:]
        /// Roots that may hang, or do.
        private(set) var remote: [LibraryRoot] = []
        private(set) var labels = RootLabels()
        /// How many roots have a number: one that is about to go may have one that has come in its place.
        private var countByKey: [Int64: Int] = [:]

        /// Takes in a root, or what has become of one. There may be thousands, which links lead to: what follows from all of them is
        /// not made anew for each.
        mutating func put(_ root: LibraryRoot) {
            let before = byNode.updateValue(root, forKey: root.node)
            if before == nil { countByKey[root.key, default: 0] += 1 }
            // Replies may hold the labels, which are copied then.
            if before?.library.name != root.library.name || before?.state != root.state { labels.note(root) }
            guard root.manner != .directly || before.map({ $0.manner != .directly }) ?? false else { return }
            remote.removeAll { $0.node == root.node }
            if root.manner != .directly { remote.append(root) }
        }

        mutating func remove(_ node: NodeID) {
            guard let root = byNode.removeValue(forKey: node) else { return }
            if let count = countByKey[root.key], count > 1 {
                countByKey[root.key] = count - 1
                labels = RootLabels(byNode.values)
            } else {
                countByKey[root.key] = nil
                labels.forget(root.key)
            }
            if root.manner != .directly { remote.removeAll { $0.node == node } }
        }
    }

    private let table = Mutex(State())

    private let listener = Mutex<(@Sendable (LibraryRoot) -> Void)?>(nil)

    /// Called when a root's state has changed, on the thread that found out. One listener.
    package func onChange(_ body: @escaping @Sendable (LibraryRoot) -> Void) {
        listener.withLock { $0 = body }
    }

    package let questions = DiskQuestions()

    package init() {}

    /// Asks the disk about something at a path, without waiting for a mount that hangs.
    package func ask<Answer: Sendable>(
        about path: FilePath,
        _ question: @escaping @Sendable () throws(FolderError) -> Answer
    ) throws(FolderError) -> Answer {
        let remote = table.withLock { $0.remote }
        guard let root = remote.nearest(to: path) else { return try question() }
        return try questions.ask(root.node, root.manner, question)
    }

    /// Whether something at a path cannot be asked of its disk without waiting.
    package func mayHang(_ path: FilePath) -> Bool { table.withLock { $0.remote }.nearest(to: path) != nil }

    /// Whether something at a path lies on a network's mount that is known to hang. Of a root that was reached by a link and never
    /// answered the mount of the link is known alone, which is a disk that answers.
    package func isHanging(_ path: FilePath) -> Bool {
        let hanging = table.withLock { $0.remote }.compactMap(\.hanging)
        guard !hanging.isEmpty, let mount = (try? MountTable.current())?.mount(of: path), mount.isNetwork
        else { return false }
        return hanging.contains(.hanging(mount: mount.mountPoint))
    }

    /// Whether nothing stands at a path any more where something of a root was; `nil` where that was not answered. Of what is in
    /// no root it is not asked: something may stand there.
    package func isGone(_ path: FilePath) -> Bool? {
        guard hasRoot(around: path) else { return false }
        do throws(FolderError) {
            _ = try status(at: path)
            return false
        } catch {
            return error == .missing ? true : nil
        }
    }

    private func hasRoot(around path: FilePath) -> Bool {
        table.withLock { state in state.byNode.values.contains { path.isInside($0.library.path) } }
    }

    /// What stands at a path, a symbolic link's own.
    func status(at path: FilePath) throws(FolderError) -> FileStatus {
        try ask(about: path) { () throws(FolderError) in try FileStatus(at: path) }
    }

    package var labels: RootLabels { table.withLock { $0.labels } }

    /// A root whose lane hangs hangs as well: nobody has looked at it, and `sync` does not wait for it.
    package func add(_ root: LibraryRoot) {
        let added = table.withLock { table in
            var root = root
            root.hanging = table.hanging[root.lane]?(root)
            table.put(root)
            return root
        }
        if added.hanging != nil { listener.withLock { $0 }?(added) }
    }

    var mountChanges: UInt64 { table.withLock { $0.mountChanges } }

    /// Something was mounted or unmounted: a path that has always answered may do so no more.
    package func mountsHaveChanged() { table.withLock { $0.mountChanges &+= 1 } }

    /// A crawler has seen that a folder below a root is what is mounted there.
    package func noteMount(of device: String, below node: NodeID) {
        _ = table.withLock { $0.mountedBelow[node, default: []].insert(device) }
    }

    /// Whether one of some devices was seen mounted below a root.
    func hasSeenMount(of devices: Set<String>, below node: NodeID) -> Bool {
        table.withLock { $0.mountedBelow[node].map { !$0.isDisjoint(with: devices) } ?? false }
    }

    /// Returns whether nobody waits for a root's path yet.
    func beginAsking(_ node: NodeID) -> Bool { table.withLock { $0.asked.insert(node).inserted } }

    func endAsking(_ node: NodeID) { _ = table.withLock { $0.asked.remove(node) } }

    func change(_ node: NodeID, _ body: (inout LibraryRoot) -> Void) {
        table.withLock { table in
            guard var root = table.byNode[node] else { return }
            body(&root)
            table.put(root)
        }
    }

    package func remove(_ node: NodeID) {
        table.withLock { table in
            table.remove(node)
            table.mountedBelow[node] = nil
        }
    }

    package subscript(node: NodeID) -> LibraryRoot? {
        table.withLock { $0.byNode[node] }
    }

    /// The root that a link at a path leads to, where it is followed.
    package func linked(at path: FilePath) -> LibraryRoot? {
        table.withLock { state in
            state.byNode.values.first { $0.link != nil && $0.library.path == path }
        }
    }

    /// Roots that links in a folder, or anywhere below it, lead to.
    package func linked(below folder: FilePath) -> [LibraryRoot] {
        table.withLock { state in
            state.byNode.values.filter {
                $0.link != nil && $0.library.path != folder && $0.library.path.isInside(folder)
            }
        }
    }

    /// Roots that links in a root lead to, and links in those, and so on.
    package func linked(from outer: NodeID) -> [LibraryRoot] {
        let linked = all.filter { $0.link != nil }
        var found: [LibraryRoot] = []
        var rest = [outer]
        while let next = rest.popLast() {
            let inner = linked.filter { $0.link?.outer == next }
            found += inner
            rest += inner.map(\.node)
        }
        return found
    }

    /// Has other rules hold in a root, and in those that links in it lead to; returns all of them. Whoever looks at one of
    /// them next finds that its rules are others than before.
    package func setLibrary(_ library: Library, of node: NodeID) -> [NodeID] {
        let inner = linked(from: node)
        return table.withLock { table in
            guard var root = table.byNode[node] else { return [] }
            root.library = library
            root.ruleChanges += 1
            table.put(root)
            for linked in inner {
                guard var copy = table.byNode[linked.node] else { continue }
                copy.library = root.inner(at: copy.library.path, named: copy.library.name)
                copy.ruleChanges += 1
                table.put(copy)
            }
            return [node] + inner.map(\.node)
        }
    }

    /// Returns whether that is news.
    @discardableResult
    package func setRealPath(_ path: FilePath, of node: NodeID) -> Bool {
        table.withLock { table in
            guard var root = table.byNode[node], root.realPath != path else { return false }
            root.realPath = path
            table.put(root)
            return true
        }
    }

    /// Roots that hang in a root that is a root no longer.
    package var orphans: [LibraryRoot] {
        table.withLock { state in
            state.byNode.values.filter { root in root.link.map { state.byNode[$0.outer] == nil } ?? false }
        }
    }

    package func root(withKey key: Int64) -> LibraryRoot? {
        table.withLock { state in state.byNode.values.first { $0.key == key } }
    }

    /// In the order of their numbers.
    package var all: [LibraryRoot] {
        table.withLock { Array($0.byNode.values) }.sorted { $0.key < $1.key }
    }

    /// Those that a path without any link lies in, or that lie in it, in the order of their numbers.
    func overlapping(_ path: FilePath) -> [LibraryRoot] {
        table.withLock { state in state.byNode.values.filter { $0.realPath.overlaps(path) } }
            .sorted { $0.key < $1.key }
    }

    /// Whether any is called so.
    func isTaken(_ name: String) -> Bool {
        table.withLock { state in state.byNode.values.contains { $0.library.name == name } }
    }

    /// The lane of a device: that of a root that was seen on it, or the one that it was given while a root of that is on its way there,
    /// or none has it. The number of what is unmounted is given to what is mounted next.
    ///
    /// - Parameters:
    ///   - filesystem: what is on the device, where that is known.
    ///   - given: the lane that whoever had the number was given.
    ///   - common: the lane of what was nowhere when it was added, and may be on any disk by now: one that hangs would hold up others.
    package func lane(
        of device: UInt64,
        _ filesystem: FilesystemIdentity?,
        given: Int?,
        notThatOf common: Int? = nil
    ) -> Int? {
        table.withLock { state in
            var (found, isLeft) = (Int?.none, false)
            for root in state.byNode.values where root.lane != common {
                if root.isSeen(on: device, filesystem) {
                    if root.lane == given { return given }
                    found = min(found ?? root.lane, root.lane)
                } else if root.lane == given {
                    if root.sight == nil, root.seenState != .offline { return given }
                    isLeft = true
                }
            }
            return found ?? (isLeft ? nil : given)
        }
    }

    /// Returns whether that is news.
    ///
    /// - Parameter absence: why it is offline; `nil` otherwise.
    package func setState(_ state: LibraryRoot.State, of node: NodeID, absence: RootAbsence? = nil) -> Bool {
        let changed = table.withLock { table -> LibraryRoot? in
            guard var root = table.byNode[node], root.seenState != state || root.seenAbsence != absence
            else { return nil }
            root.seenState = state
            if state == .offline { root.wasAway = true }
            root.seenAbsence = absence
            table.put(root)
            return root
        }
        guard let changed else { return false }
        listener.withLock { $0 }?(changed)
        return true
    }

    /// Notes that calls into the roots of a lane do not come back, or do again.
    ///
    /// - Parameter absence: made for each root; `nil` ends it.
    func setHanging(lane: Int, _ absence: (@Sendable (LibraryRoot) -> RootAbsence)?) {
        let changed = table.withLock { table -> [LibraryRoot] in
            table.hanging[lane] = absence
            var changed: [LibraryRoot] = []
            for root in table.byNode.values
            where root.lane == lane && (root.hanging == nil) == (absence != nil) {
                var root = root
                root.hanging = absence?(root)
                table.put(root)
                changed.append(root)
            }
            return changed
        }
        let listener = listener.withLock { $0 }
        for root in changed { listener?(root) }
    }

    package enum Welcome: Equatable {
        case otherFileSystem
        case known
        /// Known, and it is the root of a mount, as was not known yet: it is to be remembered.
        case newMount
        /// Known, and it is a mount's no more, of which nothing was ever known: that is to be forgotten.
        case noMount
    }

    /// Whether what stands at a root's place is what has always stood there. What is seen first is remembered.
    package func welcome(_ node: NodeID, _ place: RootHome.Place, _ contents: RootContents) -> Welcome {
        table.withLock { table in
            guard var root = table.byNode[node] else { return .otherFileSystem }
            let welcome = root.home.welcome(place, contents)
            table.put(root)
            return welcome
        }
    }

    func home(of node: NodeID) -> RootHome? { table.withLock { $0.byNode[node]?.home } }
}
