/// What replies say of the roots: made once a change, not once a reply.
public struct RootLabels: Sendable {
    private var names: [Int64: String] = [:]
    private var offline: Set<Int64> = []

    init(_ roots: some Sequence<LibraryRoot> = EmptyCollection()) {
        for root in roots { note(root) }
    }

    mutating func note(_ root: LibraryRoot) {
        names[root.key] = root.library.name
        if root.state == .offline { offline.insert(root.key) } else { offline.remove(root.key) }
    }

    mutating func forget(_ root: Int64) {
        names[root] = nil
        offline.remove(root)
    }

    public func name(_ root: Int64) -> String { names[root] ?? "" }
    public func isOffline(_ root: Int64) -> Bool { offline.contains(root) }
}
