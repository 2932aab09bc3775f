import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// A file as a test has it.
struct TrialFile: Equatable {
    var content: Int
    /// Its own, which all its names have in common.
    let number: Int
}

/// What whoever looks at the files alone knows of ids and marks: a mark stands on the content it was made on, or on what
/// was written over that at its place; and an id stays where neither path nor content has changed.
struct MarkedPhotos {
    struct Sight: Equatable {
        let id: String
        let file: TrialFile
        var isMarked = false
    }

    /// By root and path below it, as the files.
    private(set) var sights: [String: Sight] = [:]
    /// Contents that somebody marked, and those that were written over such a one: those that may have a mark.
    private var marked: Set<Int> = []
    /// Contents of which there were two files: which of them a third one was nobody can tell.
    private var copied: Set<Int> = []
    /// Contents of which nothing else is as it was when the files were looked at last, neither number nor time: one that is
    /// at another place now may as well be a copy, and what is at its place the photo, which somebody wrote to.
    private var retimed: Set<Int> = []
    private(set) var tally: [String: Int] = [:]

    mutating func retimed(_ content: Int) { retimed.insert(content) }

    mutating func copied(_ content: Int) { copied.insert(content) }

    /// What was written over what, at one place.
    mutating func replaced(_ old: Int, by new: Int) {
        if marked.contains(old) { marked.insert(new) }
    }

    /// Holds what the daemon says against the files.
    ///
    /// - Parameter files: all of them, by root and path below it.
    mutating func check(_ files: [String: TrialFile], _ items: [(path: String, id: String, viewed: Bool)])
        -> [String]
    {
        var faults: [String] = []
        var now: [String: Sight] = [:]
        for item in items {
            guard let file = files[item.path] else {
                faults.append("\(item.path) is not there")
                continue
            }
            let content = file.content
            now[item.path] = Sight(id: item.id, file: file, isMarked: item.viewed)
            if item.viewed && !marked.contains(content) {
                faults.append("\(item.path): the mark of another on content \(content)")
            }
            if !item.viewed && isOnly(content, files) && only(content)?.isMarked == true {
                faults.append("\(item.path): content \(content) has lost its mark")
            }
        }
        for path in files.keys where now[path] == nil { faults.append("\(path) is missing") }
        faults += ids(now, files)
        sights = now
        retimed = []
        return faults
    }

    private mutating func ids(_ now: [String: Sight], _ files: [String: TrialFile]) -> [String] {
        var faults: [String] = []
        let holders = Dictionary(grouping: now, by: \.value.id).filter { $0.value.count > 1 }
        for (id, places) in holders { faults.append("\(id) is that of \(places.map(\.key).sorted())") }
        for (path, sight) in now {
            let content = sight.file.content
            if let before = sights[path], before.file.content == content {
                tally["unchanged", default: 0] += 1
                // Two copies may have changed places: who is who is asked of the file.
                if before.id != sight.id, before.file == sight.file || !copied.contains(content) {
                    faults.append("\(path) is \(sight.id), was \(before.id)")
                }
            } else if isOnly(content, files), let before = only(content) {
                tally["moved", default: 0] += 1
                if before.id != sight.id {
                    faults.append("\(path): content \(content) is \(sight.id), was \(before.id)")
                }
            } else {
                tally["new or ambiguous", default: 0] += 1
            }
        }
        return faults
    }

    private func isOnly(_ content: Int, _ files: [String: TrialFile]) -> Bool {
        files.values.count { $0.content == content } == 1
    }

    private func only(_ content: Int) -> Sight? {
        guard !copied.contains(content), !retimed.contains(content) else { return nil }
        let holders = sights.values.filter { $0.file.content == content }
        return holders.count == 1 ? holders.first : nil
    }

    /// Has those marked that are not: one that nobody has marked may be an editor's temporary file, and its id says nothing.
    mutating func mark(
        _ client: Connection,
        _ items: [(path: String, id: String, viewed: Bool)],
        _ files: [String: TrialFile]
    ) throws {
        let chosen = items.filter { !$0.viewed }
        guard !chosen.isEmpty else { return }
        _ = try client.ask("viewed \(chosen.map(\.id).joined(separator: " "))")
        for item in chosen {
            guard let file = files[item.path] else { continue }
            marked.insert(file.content)
            sights[item.path]?.isMarked = true
        }
    }
}
