import PhotoModel

/// What the writer remembers from one transaction to the next, until all is at rest.
package struct WriterMemory: Sendable {
    var directories = DirectoryResolver()
    var unsettled = UnsettledDirectories()
    var postponed = PostponedClaims()
    /// Files that were where they were seen no more: as often as anybody renames one before there is rest, and not for ever, as a disk
    /// may always say another number of what stands at a path than of what is open.
    var passing = PostponedClaims(times: 4096, limit: 65_536)
    /// Files that are seen at two places and have one name.
    var doubtful = PostponedClaims()
    var promised = PromisedIdentities()
    var exchanged = ExchangedNames()
    /// Whose own files these are: identities that waited for their file and were given to one that has its content or its path, but
    /// not its inode; and photos that went on as a new file at their path. Should the file itself turn up in a folder that has yet to
    /// be looked at, the other one is a copy, or a new photo.
    var likely = FileOwners()
    /// Photos that have left their places: where they are now may be found yet.
    var left: Set<AssetID> = []
    var newcomers = Newcomers()
    var forgotten = ForgottenNewcomers()
    var leftParts = LeftParts()
    var ids = AssetIDSource()

    private var rest: UInt64 = 0

    package init() {}

    /// Forgets what does not matter once nothing is under way any more.
    ///
    /// - Parameter rest: how often that was so.
    mutating func settle(asOfRest rest: UInt64) {
        guard rest != self.rest else { return }
        var settled = WriterMemory()
        (settled.directories, settled.newcomers, settled.ids) = (directories, newcomers, ids)
        settled.rest = rest
        self = settled
    }
}
