import LineProtocol
import PhotoClient
import Testing

/// Compares an item with what it must say.
enum ItemComparison {
    /// What no file says.
    private static let ofIdentity: Set<String> = ["id", "viewed"]

    static func differences(_ expected: [String: JSONValue], _ item: JSONValue) -> [String] {
        var differences: [String] = []
        for member in item.members ?? []
        where !ofIdentity.contains(member.name) && expected[member.name] == nil {
            differences.append("\(member.name) should not be there: \(member.value.json)")
        }
        for (name, wanted) in expected {
            guard let actual = item[name] else {
                differences.append("\(name) is missing, should be \(wanted.json)")
                continue
            }
            if !isSame(wanted, actual) {
                differences.append("\(name) is \(actual.json), should be \(wanted.json)")
            }
        }
        return differences
    }

    /// Texts must have the same bytes: Swift's own equality would take two spellings of “é” for one.
    private static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.string(let one), .string(let two)): one.utf8.elementsEqual(two.utf8)
        case (.number(let one), .number(let two)): abs(one - two) < 1e-9
        default: left == right
        }
    }
}

/// The months as they must be listed.
struct ExpectedMonths {
    private var counts: [String: (photos: Int64, videos: Int64)] = [:]

    init(_ assets: [ExpectedAsset]) {
        for asset in assets {
            if asset.type == "video" {
                counts[asset.month, default: (0, 0)].videos += 1
            } else {
                counts[asset.month, default: (0, 0)].photos += 1
            }
        }
    }

    /// Newest first, `undated` last.
    var keys: [String] {
        let dated = counts.keys.filter { $0 != "undated" }.sorted(by: >)
        return dated + (counts["undated"] == nil ? [] : ["undated"])
    }

    /// Photos and videos.
    func numbers(of month: String) -> [Int64] {
        counts[month].map { [$0.photos, $0.videos] } ?? [0, 0]
    }

    func count(of month: String) -> JSONValue { .object(Self.members(numbers(of: month))) }

    func lines(type: String?) -> [JSONValue] {
        keys.compactMap { month in
            var numbers = numbers(of: month)
            if type == "photo" { numbers[1] = 0 }
            if type == "video" { numbers[0] = 0 }
            guard numbers != [0, 0] else { return nil }
            let parts = month.split(separator: "-").compactMap { Int($0) }
            let names = [
                "January", "February", "March", "April", "May", "June", "July", "August", "September",
                "October",
                "November", "December",
            ]
            let isDated = parts.count == 2
            let name = isDated ? "\(names[parts[1] - 1]) \(parts[0])" : "Undated"
            return .object(
                [
                    .init(name: "monthKey", value: .string(month)),
                    .init(name: "year", value: isDated ? .integer(Int64(parts[0])) : .null),
                    .init(name: "month", value: isDated ? .integer(Int64(parts[1])) : .null),
                    .init(name: "monthName", value: .string(name)),
                ] + Self.members(numbers)
            )
        }
    }

    private static func members(_ numbers: [Int64]) -> [JSONValue.Member] {
        [
            .init(name: "totalCount", value: .integer(numbers[0] + numbers[1])),
            .init(name: "photoCount", value: .integer(numbers[0])),
            .init(name: "videoCount", value: .integer(numbers[1])),
        ]
    }
}

/// The order items are listed in: the wall clock with its fractions, newest first, then the id.
struct PageOrder: Comparable {
    private let clock: String
    private let id: String

    init(_ item: JSONValue) {
        let text = item["localTime"]?.string ?? ""
        // Filled up, so that texts compare as numbers do.
        let fraction = text.utf8.count > 20 ? text.dropFirst(20) : ""
        clock = text.prefix(19) + fraction + String(repeating: "0", count: max(0, 6 - fraction.utf8.count))
        id = item["id"]?.string ?? ""
    }

    static func < (left: PageOrder, right: PageOrder) -> Bool {
        left.clock != right.clock ? left.clock > right.clock : left.id < right.id
    }
}

/// Walks through a list by pages and finds fault with each.
struct PageWalk {
    let client: Connection
    let request: String
    let limit: Int
    let expected: [JSONValue]

    func byOffset() throws -> [String] {
        var faults: [String] = []
        var offset = 0
        repeat {
            var lines = try client.ask("\(request) limit=\(limit) offset=\(offset)")
            let page = try #require(lines.popLast()?["page"])
            let end = min(offset + limit, expected.count)
            let hasMore = end < expected.count
            if lines != Array(expected[offset..<end]) {
                faults.append("\(request) offset=\(offset): \(lines.json)")
            }
            let wanted: [(String, JSONValue)] = [
                ("offset", .integer(Int64(offset))), ("count", .integer(Int64(end - offset))),
                ("total", .integer(Int64(expected.count))), ("hasMore", .bool(hasMore)),
                ("nextOffset", hasMore ? .integer(Int64(end)) : .null),
                ("firstUnviewed", firstUnviewed),
            ]
            for (name, value) in wanted where page[name] != value {
                faults.append("\(request): \(name) in \(page.json)")
            }
            if hasMore != (page["nextCursor"]?.string != nil) {
                faults.append("\(request): nextCursor in \(page.json)")
            }
            offset = end
        } while offset < expected.count
        return faults
    }

    private var firstUnviewed: JSONValue {
        expected.firstIndex { $0["viewed"]?.bool == false }.map { .integer(Int64($0)) } ?? .null
    }

    func byCursor() throws -> [String] {
        let items = try client.items("\(request) limit=\(limit)")
        return items == expected
            ? [] : ["\(request) by cursors of \(limit): \(items.json), not \(expected.json)"]
    }
}
