/// What the writer remembers from one transaction to the next, until all is at rest.
struct WriterMemory: Sendable {
    var directories = DirectoryResolver()
    var unsettled = UnsettledDirectories()
    var postponed = PostponedClaims()
    var heirs = Heirs()
    var exchanged = ExchangedNames()
    var likely = LikelyClaims()
    var newcomers = Newcomers()
    var ids = AssetIDSource()

    /// Nothing is under way any more that it would matter for.
    mutating func settle() {
        unsettled.removeAll()
        postponed.removeAll()
        heirs.removeAll()
        exchanged.removeAll()
        likely.removeAll()
    }

    var hasToSettle: Bool {
        !unsettled.isEmpty || !postponed.isEmpty || !heirs.isEmpty || !exchanged.isEmpty || !likely.isEmpty
    }
}
