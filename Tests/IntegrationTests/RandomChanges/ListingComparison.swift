import LineProtocol
import PhotoModel
import TestSupport

/// All that the daemon lists against all that is on the disk.
struct ListingComparison {
    /// The id of each expected asset by its primary file.
    private(set) var ids: [FilePath: String] = [:]
    private(set) var faults: [String] = []

    init(_ expected: [ExpectedAsset], _ actual: [JSONValue]) {
        var byURI: [String: JSONValue] = [:]
        var seen: Set<String> = []
        for item in actual {
            let uri = item["uri"]?.string ?? ""
            if byURI.updateValue(item, forKey: uri) != nil { faults.append("listed twice: \(uri)") }
            if !seen.insert(item["id"]?.string ?? "").inserted { faults.append("an id twice: \(item.json)") }
        }
        for asset in expected {
            guard let item = byURI.removeValue(forKey: asset.primary.uri) else {
                faults.append("missing: \(asset.primary.uri)")
                continue
            }
            ids[asset.primary] = item["id"]?.string ?? ""
            faults += ItemComparison.differences(asset.members, item).map { "\(asset.primary.uri): \($0)" }
        }
        for uri in byURI.keys { faults.append("not on the disk: \(uri)") }
    }
}

extension ExpectedMonths {
    /// What is wrong with a reply to `months`.
    ///
    /// - Parameter items: all there are, compared with the disk already: a cover is one of them.
    func differences(_ actual: [JSONValue], of items: [JSONValue], type: String? = nil) -> [String] {
        let wanted = lines(type: type)
        let counts = actual.map { line in
            JSONValue.object(
                (line.members ?? []).filter { $0.name != "cover" && $0.name != "guessedCount" }
            )
        }
        var faults =
            counts == wanted ? [] : ["months \(type ?? ""): \(counts.json), not \(wanted.json)"]
        for line in actual {
            let month = line["monthKey"]?.string
            let readable = items.filter {
                $0["monthKey"]?.string == month && $0["state"]?.string != "unreadable"
            }
            let cover = readable.min { PageOrder($0) < PageOrder($1) }?["id"]?.string
            if line["cover"]?.string != cover {
                faults.append("the cover of \(line.json) should be \(cover ?? "none")")
            }
            let guessed = items.count {
                $0["monthKey"]?.string == month && $0["dateSource"]?.string == "mtime"
                    && (type == nil || $0["type"]?.string == type)
            }
            if line["guessedCount"]?.integer != Int64(guessed) {
                faults.append("the guessed dates of \(line.json) should be \(guessed)")
            }
        }
        return faults
    }
}

extension Shadow {
    /// Takes the ids of all assets as they are now, and begins the next round.
    mutating func settle(_ expected: [ExpectedAsset], _ ids: [FilePath: String]) {
        var byPath: [FilePath: (id: String, isPrimary: Bool)] = [:]
        for asset in expected {
            guard let id = ids[asset.primary] else { continue }
            for path in asset.media { byPath[path] = (id, path == asset.primary) }
        }
        settle(byPath)
    }
}
