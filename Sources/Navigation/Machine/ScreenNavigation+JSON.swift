import JSON

extension ScreenNavigation {
    /// The canonical JSON of docs/navigation.md: the tree, and what is under way.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// The screen's members, for an object that says more.
    public func writeMembers(to writer: inout JSONWriter) {
        writeTree(to: &writer)
        writer.member("waiting", waitingCount)
    }

    /// The same with all that waits in the place of how much does: from this another machine goes on that is told the same.
    public func writeWhole(to writer: inout JSONWriter) {
        writer.beginObject()
        writeTree(to: &writer)
        writer.key("waiting")
        writer.beginArray()
        for input in waitingInputs { input.write(to: &writer) }
        writer.endArray()
        writer.endObject()
    }

    private func writeTree(to writer: inout JSONWriter) {
        tree.writeMembers(to: &writer)
        writer.texts("visible", tree.visible.map(\.id))
        writer.key("topmost")
        if let topmost = tree.topmost { writer.string(topmost.id) } else { writer.null() }
        writer.key("running")
        if let runningID { writer.string(runningID) } else { writer.null() }
    }

    public var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
