import JSON

extension NavigationTree {
    func writeMembers(to writer: inout JSONWriter) {
        writer.key("root")
        if let root { write(root, to: &writer) } else { writer.null() }
        for (key, tops) in [("modals", modals), ("overlays", overlays)] {
            writer.key(key)
            writer.beginArray()
            for top in tops { write(top, to: &writer) }
            writer.endArray()
        }
        writer.key("defaultOptions")
        writer.options(defaultOptions)
        writer.member("nextNumber", nextNumber)
    }

    /// A node as a layout has it: what is written here can be read again.
    private func write(_ id: String, to writer: inout JSONWriter) {
        guard let node = nodes[id] else { return }
        writer.beginObject()
        writer.member("id", id)
        writer.member("type", node.type.rawValue)
        if node.name != nil || !node.options.isEmpty {
            writer.key("data")
            writer.beginObject()
            if let name = node.name { writer.member("name", name) }
            if let passProps = node.passProps {
                writer.key("passProps")
                writer.value(passProps)
            }
            if !node.options.isEmpty {
                writer.key("options")
                writer.options(node.options)
            }
            writer.endObject()
        }
        if !node.children.isEmpty {
            writer.key("children")
            writer.beginArray()
            for child in node.children { write(child, to: &writer) }
            writer.endArray()
        }
        writer.endObject()
    }
}

extension NavigationTree {
    /// The tree that was written, as a gallery that starts again has it.
    ///
    /// - Throws: what `setRoot` would, where somebody has changed what was written.
    public init(parsing text: some Collection<UInt8>) throws(NavigationError) {
        let value = try JSONValue.layoutText(text)
        self.init()
        // What scripts of a page can count up to.
        guard let number = Int(exactly: value["nextNumber"]?.integer ?? 1), (1...1 << 53).contains(number)
        else {
            throw NavigationError(.malformed, key: "nextNumber", "a number from 1 to 2^53 is expected")
        }
        nextNumber = number
        defaultOptions = try Options(reading: value.said("defaultOptions") ?? .object([]), of: nil)
        var reader = reader()
        var made: [LayoutNode] = []
        if let root = value.said("root") { made.append(try reader.read(root, place: "root")) }
        let below = made.count
        for (index, modal) in (value["modals"]?.array ?? []).enumerated() {
            made.append(try reader.read(modal, place: "modals[\(index)]"))
        }
        let modalEnd = made.count
        for (index, overlay) in (value["overlays"]?.array ?? []).enumerated() {
            made.append(try reader.read(overlay, place: "overlays[\(index)]"))
        }
        var change = TreeChange()
        name(&made, with: consume reader, &change)
        let ids = made.map { adopt($0) }
        root = ids[..<below].first
        modals = Array(ids[below..<modalEnd])
        overlays = Array(ids[modalEnd...])
    }
}
