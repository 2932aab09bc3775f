import PhotoModel

extension FolderWatcher {
    /// What is wrong with folders that cannot be read: half sentences, with what to do.
    ///
    /// - Parameter place: where they are, said behind how many there are; nothing where whoever is told knows.
    public func readingProblems(_ place: String = "") -> [(problem: String, remedy: String)] {
        let watch = status()
        var problems: [(problem: String, remedy: String)] = []
        if watch.unreadable > watch.failing {
            let text = Self.folders(
                watch.unreadable - watch.failing,
                unreadableExamples(areFailing: false),
                "\(place)cannot be read"
            )
            problems.append(
                (text, "let the user that runs photod read and search them: ls -ld shows whose they are")
            )
        }
        if watch.failing > 0 {
            let text = Self.folders(
                watch.failing,
                unreadableExamples(areFailing: true),
                "\(place)cannot be read for now, and what fails is tried again every 20 s"
            )
            problems.append((text, "check their disk, and the daemon's limits (ulimit -n, LimitNOFILE=)"))
        }
        return problems
    }

    /// How many folders there are of a kind, with the names of the first.
    private static func folders(_ count: Int, _ examples: [FilePath], _ what: String) -> String {
        let text = "\(count) \(count == 1 ? "folder" : "folders") \(what)"
        guard !examples.isEmpty else { return text }
        let names = examples.map(\.display).joined(separator: ", ")
        return text + ": " + names + (count <= examples.count ? "" : ", …")
    }
}
