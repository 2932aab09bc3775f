/// What the writer remembers from one transaction to the next, until all is at rest.
package struct WriterMemory: Sendable {
    var directories = DirectoryResolver()
    var unsettled = UnsettledDirectories()
    var postponed = PostponedClaims()
    var heirs = Heirs()
    var exchanged = ExchangedNames()
    var likely = LikelyClaims()
    var newcomers = Newcomers()
    var ids = AssetIDSource()

    private var rest: UInt64 = 0

    package init() {}

    /// Forgets what does not matter once nothing is under way any more.
    ///
    /// - Parameter rest: how often that was so.
    mutating func settle(asOfRest rest: UInt64) {
        guard rest != self.rest else { return }
        self.rest = rest
        unsettled.removeAll()
        postponed.removeAll()
        heirs.removeAll()
        exchanged.removeAll()
        likely.removeAll()
    }
}
