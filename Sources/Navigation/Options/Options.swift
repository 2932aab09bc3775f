import JSON
import PhotoModel

/// Options that somebody says, by their whole names: merging and looking up are those of a dictionary. Where people write them
/// they are nested objects.
public struct Options: Hashable, Sendable {
    public internal(set) var values: [String: JSONValue] = [:]

    public init() {}

    public subscript(name: String) -> JSONValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    public var isEmpty: Bool { values.isEmpty }

    /// How much room they take. Which tab is selected and which menu is open nobody says: that comes to be.
    var size: Int {
        values.reduce(0) { sum, entry in
            if OptionKey.byName[entry.key]?.meaning == .acts { return sum }
            return sum + entry.key.utf8.count + entry.value.dataSize
        }
    }
}

extension Options {
    /// Reads the nested object. A key that is said to be null is kept so: merged, it takes the key back.
    ///
    /// - Parameter node: whose options they are, for what is refused; `nil` for those of all.
    init(reading value: JSONValue, of node: String?) throws(NavigationError) {
        guard value.members != nil else {
            throw NavigationError(.malformed, node: node, key: "options", "options are an object")
        }
        try read(value, below: "", node)
    }

    private mutating func read(_ value: JSONValue, below prefix: String, _ node: String?)
        throws(NavigationError)
    {
        guard let members = value.membersByName else {
            throw NavigationError(.badOption, node: node, key: prefix, "an object is expected")
        }
        for member in members {
            let name = prefix.isEmpty ? member.name : "\(prefix).\(member.name)"
            if !member.name.utf8.contains(UInt8(ascii: ".")), let key = OptionKey.byName[name] {
                guard member.value == .null || key.type.fits(member.value) else {
                    throw NavigationError(.badOption, node: node, key: name, "\(key.type) is expected")
                }
                values[name] = member.value
            } else if !member.name.utf8.contains(UInt8(ascii: ".")), OptionKey.groups.contains(name) {
                try read(member.value, below: name, node)
            } else {
                throw NavigationError(.unknownOption, node: node, key: name, Self.nearest(name))
            }
        }
    }

    private static func nearest(_ name: String) -> String {
        // A group as well: of “topBar.titel” the option of the nearest name is another one.
        let near = NearestName.near(name, among: OptionKey.all.map(\.name) + OptionKey.groups.sorted())
        return near.map { "did you mean \($0)?" } ?? "docs/navigation.md lists the options"
    }
}

extension Options {
    /// The nested object, in the order of the names.
    public func write(to writer: inout JSONWriter) { writer.options(self) }
}

extension JSONWriter {
    /// The nested object of options, in the order of their names.
    mutating func options(_ options: Options) {
        beginObject()
        var open: [Substring] = []
        for (name, value) in options.values.sorted(by: { $0.key < $1.key }) {
            var groups = name.split(separator: ".")
            let last = groups.removeLast()
            let common = zip(open, groups).prefix { $0 == $1 }.count
            for _ in common..<open.count { endObject() }
            for group in groups[common...] {
                key(String(group))
                beginObject()
            }
            open = groups
            key(String(last))
            self.value(value)
        }
        for _ in open { endObject() }
        endObject()
    }
}
