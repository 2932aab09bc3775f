import JSON

extension ScreenNavigation {
    /// The canonical JSON of docs/navigation.md: the tree, and what is under way.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        tree.writeMembers(to: &writer)
        writer.texts("visible", tree.visible.map(\.id))
        writer.key("topmost")
        if let topmost = tree.topmost { writer.string(topmost.id) } else { writer.null() }
        writer.key("running")
        if let runningID { writer.string(runningID) } else { writer.null() }
        writer.member("waiting", waitingCount)
        writer.endObject()
    }

    public var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
