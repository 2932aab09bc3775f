/// What comes of a command or a gesture, beside the tree.
struct TreeChange {
    /// Of the reply.
    var componentID: String?
    /// Events that follow when the page has done it.
    var after: [NavigationEvent] = []
    /// Components that the page had made and that are gone.
    var removed: [String] = []
    /// Options that were said and mean nothing, and of which node.
    var warnings: [(node: String?, option: String)] = []
    /// What was said of how something goes.
    var options: Options?
}
