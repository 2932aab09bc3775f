import LineProtocol
import PhotoClient
import TestSupport

/// The groups as they must be listed, worked out from the items.
struct ExpectedGroups {
    /// In the order of pages; Other under `nil`.
    private let items: [String?: [JSONValue]]

    init(_ items: [JSONValue]) {
        self.items = Dictionary(grouping: items) { $0["group"]?.string }
            .mapValues { $0.sorted { PageOrder($0) < PageOrder($1) } }
    }

    /// By name, Other last.
    private var names: [String?] {
        let named = items.keys.compactMap(\.self).sorted { $0.lowercased() < $1.lowercased() }
        return named + (items[nil] == nil ? [] : [nil])
    }

    /// Photos and videos of each, as a subscriber is to know them.
    var numbers: [String: [Int64]] {
        var numbers: [String: [Int64]] = [:]
        for (name, items) in items { numbers[SubscribedCounts.label(name)] = Self.numbers(of: items) }
        return numbers
    }

    private static func numbers(of items: [JSONValue]) -> [Int64] {
        let videos = Int64(items.count { $0["type"]?.string == "video" })
        return [Int64(items.count) - videos, videos]
    }

    private func lines(type: String?) -> [JSONValue] {
        names.compactMap { name in
            let items = items[name] ?? []
            let numbers = Self.numbers(of: items.filter { type == nil || $0["type"]?.string == type })
            guard numbers != [0, 0] else { return nil }
            let readable = items.filter { $0["state"]?.string != "unreadable" }
            let cover = readable.first { $0["type"]?.string == "photo" } ?? readable.first
            return .object(
                [
                    .init(name: "group", value: name.map { .string($0) } ?? .null),
                    .init(name: "totalCount", value: .integer(numbers[0] + numbers[1])),
                    .init(name: "photoCount", value: .integer(numbers[0])),
                    .init(name: "videoCount", value: .integer(numbers[1])),
                ] + (cover?["id"].map { [.init(name: "cover", value: $0)] } ?? [])
            )
        }
    }

    /// What is wrong with what the daemon says of groups, and with the pages of one of them.
    func faults(_ client: Connection, _ random: inout SeededGenerator) throws -> [String] {
        var faults: [String] = []
        for type in [nil, "photo", "video"] {
            let actual = try client.ask("groups" + (type.map { " type=\($0)" } ?? ""))
            let wanted = lines(type: type)
            let counted = actual.map { $0.without("folder") }
            if counted != wanted {
                faults.append("groups \(type ?? ""): \(counted.json), not \(wanted.json)")
            }
            let folders = Set(actual.compactMap { $0["folder"]?.string?.lowercased() })
            if folders.count != actual.count { faults.append("folders of groups: \(actual.json)") }
        }
        guard let name = random.pick(names) else { return faults }
        let pages = PageWalk(
            client: client,
            request: "group " + (name.map(Self.quoted) ?? "other=1"),
            limit: 1 + random.below(7),
            expected: items[name] ?? []
        )
        return faults + (try pages.byOffset()) + (try pages.byCursor())
    }

    private static func quoted(_ name: String) -> String {
        "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

/// The counts that a subscriber was told of: photos and videos.
struct SubscribedCounts: Equatable {
    var months: [String: [Int64]] = [:]
    var groups: [String: [Int64]] = [:]

    /// Returns whether the event tells of counts.
    mutating func apply(_ event: JSONValue) -> Bool {
        let numbers = [event["photoCount"]?.integer ?? -1, event["videoCount"]?.integer ?? -1]
        let told = numbers == [0, 0] ? nil : numbers
        switch event["event"]?.string {
        case "months": months[event["monthKey"]?.string ?? ""] = told
        case "groups": groups[Self.label(event["group"]?.string)] = told
        default: return false
        }
        return true
    }

    /// Apart from every name.
    static func label(_ group: String?) -> String { group.map { "=" + $0 } ?? "Other" }
}

extension JSONValue {
    /// An object without one of its members.
    fileprivate func without(_ name: String) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.name != name })
    }
}
