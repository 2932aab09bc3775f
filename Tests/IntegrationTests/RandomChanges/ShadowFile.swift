/// What is known of an id that a file should have.
enum Origin: Equatable {
    /// No id was ever given to it: it gets one of its own.
    case fresh
    /// It belongs to this asset, as its primary file or beside it.
    case known(id: String, isPrimary: Bool)
    /// Which id it gets depends on which moment the daemon looked at: two answers are right.
    case uncertain
}

/// One directory entry as the test remembers it: it goes with the entry through renames.
final class ShadowFile {
    var origin = Origin.fresh {
        didSet {
            if case .known(let id, _) = origin { lastID = id }
        }
    }
    /// The id it was last known to have: it may lay claim to it still.
    private(set) var lastID: String?
    /// Whether the index had it and no doubt has come up since.
    var isKnown: Bool {
        if case .known = origin { true } else { false }
    }
    /// Whether the index knew it as an asset of its own.
    var hasOwnID: Bool {
        if case .known(_, isPrimary: true) = origin { true } else { false }
    }
    var content: [UInt8]
    /// Whether it stayed where the index had it all through this round.
    var isInPlace: Bool { moves == 0 && folderMoves == 0 && !isAbsent }
    /// An editor made it in this round and it took its predecessor's id over: that it is the same photo can only be
    /// known by its place.
    var isRenewed = false
    /// The index does not have it, so its place tells nothing of it.
    var isAbsent = false
    /// A file of which it is not known whether it had an id was exchanged with it in this round.
    var hasNewSuccessor = false
    /// In this round it stood beside another photo or video of its stem, if only for a moment: the two may have been one
    /// asset, and where they part either may go on with the id.
    var hasMet = false
    /// Entries of one inode.
    var links: LinkGroup?
    /// Another id may wait for this inode: one that it had for a moment, or of another name of it.
    var hasGhost = false
    /// Renames, removals and replacements in this round.
    var moves = 0
    /// Renames of folders above it in this round.
    var folderMoves = 0

    init(content: [UInt8]) {
        self.content = content
    }
}

final class LinkGroup {
    var members: [ShadowFile] = []
    /// A member lost its place: its identity waits for this very inode.
    var isLost = false
    var isNew = true
    /// Renames and removals of any member in this round.
    var moves = 0
}
