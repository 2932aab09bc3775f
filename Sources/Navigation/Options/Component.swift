import JSON
import PhotoModel

/// Something that fills a display or a part of it, and what it is told by its `passProps`. What else those have is handed on as it
/// is.
public struct Component: Sendable {
    public enum Kind: String, Sendable {
        case text
        /// Not negative.
        case number
        case bool
        case month
        /// `photo` or `video`.
        case type
    }

    public struct Property: Sendable {
        public let name: String
        public let kind: Kind
        public let isNeeded: Bool
    }

    public let name: String
    /// By their names.
    public let properties: [Property]
    /// Of these one has to be said.
    private let alternatives: Bool
    /// `path` lies below the folder that the gallery was given for such files.
    private let hasPath: Bool

    private init(
        _ name: String,
        needed: [String: Kind] = [:],
        _ optional: [String: Kind] = [:],
        alternatives: Bool = false
    ) {
        self.name = name
        properties =
            (needed.map { Property(name: $0.key, kind: $0.value, isNeeded: true) }
            + optional.map { Property(name: $0.key, kind: $0.value, isNeeded: false) })
            .sorted { $0.name < $1.name }
        self.alternatives = alternatives
        hasPath = needed["path"] != nil
    }

    private static let list: [String: Kind] = ["in": .text, "type": .type]

    /// What a node of type `component` shows.
    public static let internals = byName([
        Component("months", ["type": .type]),
        Component("month", needed: ["month": .month], ["type": .type]),
        Component("all", ["type": .type]),
        Component("folders"),
        Component("group", ["group": .text, "other": .bool, "type": .type], alternatives: true),
        Component(
            "search",
            ["q": .text, "camera": .text, "from": .text, "to": .text, "near": .text, "type": .type]
        ),
        Component("favorites", ["type": .type]),
        Component("map", list.merging(["month": .month]) { $1 }),
        Component("photo", needed: ["id": .text], list.merging(["quiet": .bool]) { $1 }),
        Component(
            "video",
            needed: ["id": .text],
            list.merging(["at": .number, "autoplay": .bool, "muted": .bool, "loop": .bool, "quiet": .bool]) {
                $1
            }
        ),
        Component("text", needed: ["text": .text], ["title": .text]),
        Component("image", needed: ["path": .text], ["alt": .text]),
        Component("batches", ["batch": .text]),
        Component("import"),
        Component("status"),
        Component("shortcuts"),
    ])

    /// What one of type `externalComponent` shows.
    public static let externals = byName([Component("html", needed: ["path": .text])])

    private static func byName(_ components: [Component]) -> [String: Component] {
        Dictionary(uniqueKeysWithValues: components.map { ($0.name, $0) })
    }
}

extension Component {
    /// The first property that is missing or is not what it should be; `nil` where the component can be shown.
    func wrongProperty(in passProps: JSONValue?) -> String? {
        for property in properties {
            guard let value = passProps?.said(property.name) else {
                if property.isNeeded { return property.name }
                continue
            }
            if !property.kind.fits(value) { return property.name }
        }
        if alternatives, passProps?["group"]?.string == nil, passProps?["other"] != .bool(true) {
            return "group"
        }
        if hasPath, let path = passProps?["path"]?.string, !Self.leadsInside(path) { return "path" }
        return nil
    }

    private static func leadsInside(_ path: String) -> Bool {
        !path.utf8.contains(UInt8(ascii: "\\")) && !path.utf8.contains(0)
            && path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    }
}

extension Component.Kind {
    fileprivate func fits(_ value: JSONValue) -> Bool {
        switch self {
        case .text: value.string != nil
        case .number: value.double.map { $0 >= 0 } ?? false
        case .bool: value.bool != nil
        case .month: value.string.flatMap { MonthKey($0) } != nil
        case .type: ["photo", "video"].contains(value.string)
        }
    }
}
