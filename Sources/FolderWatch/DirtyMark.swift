import PhotoModel

/// What is to be looked at in one directory.
struct DirtyMark: Sendable {
    /// More dirty names than this in one directory become a listing of it.
    static let nameLimit = 512

    var kind: FolderWork.Kind
    var lane: Int
    var epoch: Epoch
    private(set) var names: Set<FileName> = []
    /// As `FolderWork.explained` says.
    private(set) var explained: Set<FileName> = []
    var includesPending = false
    var force = false

    init(kind: FolderWork.Kind, lane: Int, epoch: Epoch) {
        self.kind = kind
        self.lane = lane
        self.epoch = epoch
    }

    mutating func add(_ name: FileName, isExplained: Bool) {
        // A listing that reads pending names covers this one.
        guard !includesPending else { return }
        names.insert(name)
        if isExplained { explained.insert(name) } else { explained.remove(name) }
        guard names.count > Self.nameLimit else { return }
        names = []
        explained = []
        kind = max(.listing, kind)
        includesPending = true
    }

    /// Notes that what left a name was seen to arrive.
    mutating func explain(_ name: FileName) {
        if names.contains(name) { explained.insert(name) }
    }
}
