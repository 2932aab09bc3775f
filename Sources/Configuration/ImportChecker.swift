import ImportRules
import PhotoModel

/// Sees to it that import folders and libraries do not get into each other's way.
struct ImportChecker {
    let files: HostFiles
    let stateDirectory: FilePath
    let libraries: [Library]
    /// Libraries that no command has added: what is configured must not mean something else when a root is added.
    private let configured: [Library]
    private(set) var warnings: [ConfigurationWarning] = []

    init(files: HostFiles, stateDirectory: FilePath, libraries: [(library: Library, isAdded: Bool)]) {
        self.files = files
        self.stateDirectory = stateDirectory
        self.libraries = libraries.map(\.library)
        configured = libraries.filter { !$0.isAdded }.map(\.library)
    }

    mutating func check(_ candidates: [ImportCandidate]) throws(ConfigurationError) -> [ImportFolder] {
        var kept: [(candidate: ImportCandidate, real: FilePath)] = []
        var folders: [ImportFolder] = []
        for candidate in candidates {
            let real = files.resolved(candidate.path) ?? candidate.path
            try checkAlone(candidate, real)
            for other in kept { try check(candidate, real, beside: other) }
            let into = try target(of: candidate)
            try check(candidate, real, into: into)
            kept.append((candidate, real))
            folders.append(
                ImportFolder(
                    path: candidate.path,
                    into: into,
                    action: candidate.action,
                    layout: candidate.layout,
                    duplicates: candidate.duplicates
                )
            )
        }
        return folders
    }

    /// Where import folders lie in a library, as paths below it: they are the importer's.
    static func excluded(
        _ folders: [ImportFolder],
        from library: Library,
        _ files: HostFiles
    ) -> [[UInt8]] {
        let realRoot = files.resolved(library.path) ?? library.path
        return folders.compactMap { folder in
            let real = files.resolved(folder.path) ?? folder.path
            for (path, root) in [(folder.path, library.path), (real, realRoot)] where path.isInside(root) {
                let below = path.bytes.dropFirst(root.bytes.count).drop { $0 == UInt8(ascii: "/") }
                if !below.isEmpty { return Array(below) }
            }
            return nil
        }
    }

    // MARK: - One import folder

    private mutating func checkAlone(
        _ folder: ImportCandidate,
        _ real: FilePath
    ) throws(ConfigurationError) {
        let path = folder.path
        if SystemFolder.holds(path) || SystemFolder.holds(real) {
            throw fail(
                folder,
                "path",
                "\(path.display) belongs to the system",
                "name a folder that photos come into"
            )
        }
        let realState = files.resolved(stateDirectory) ?? stateDirectory
        if stateDirectory.isInside(path) || path.isInside(stateDirectory) || realState.isInside(real)
            || real.isInside(realState)
        {
            throw fail(
                folder,
                "path",
                "\(path.display) is, holds or lies in the state directory \(stateDirectory.display)",
                "name another folder"
            )
        }
        switch files.kind(path) {
        case .directory: break
        case .file:
            throw fail(folder, "path", "\(path.display) is a file", "name the folder it lies in")
        case .missing:
            warn(folder, "\(path.display) does not exist", "mount or create it, photod notices")
        case .unreachable(let code):
            warn(
                folder,
                "\(path.display) cannot be reached (\(ErrorNumber.text(of: code)))",
                "give the user that runs photod the right to read it, or mend the link or the mount"
            )
        }
    }

    private func check(
        _ folder: ImportCandidate,
        _ real: FilePath,
        beside other: (candidate: ImportCandidate, real: FilePath)
    ) throws(ConfigurationError) {
        let paths = [(folder.path, other.candidate.path), (real, other.real)]
        guard paths.contains(where: { $0.isInside($1) || $1.isInside($0) }) else { return }
        throw fail(
            folder,
            "path",
            "\(folder.path.display) and the import folder \(other.candidate.path.display) "
                + "(\(other.candidate.origin)) hold the same files",
            "remove one of them"
        )
    }

    // MARK: - With its target

    private func target(of folder: ImportCandidate) throws(ConfigurationError) -> FilePath {
        if let into = folder.into { return into }
        guard configured.count == 1, let only = configured.first else {
            let names = configured.map(\.path.display).joined(separator: ", ")
            throw fail(
                folder,
                "path",
                "it is not said where to import \(folder.path.display) to",
                "add into = \"/…\", a folder of one of the libraries: \(names)"
            )
        }
        return only.path
    }

    private mutating func check(
        _ folder: ImportCandidate,
        _ real: FilePath,
        into: FilePath
    ) throws(ConfigurationError) {
        let realInto = files.resolved(into) ?? into
        guard libraries.contains(where: { holds($0, into, realInto) }) else {
            let names = libraries.map(\.path.display).joined(separator: ", ")
            throw fail(
                folder,
                "into",
                "\(into.display) lies in no library",
                "name a folder of one of the libraries: \(names)"
            )
        }
        if into.isInside(folder.path) || realInto.isInside(real) {
            throw fail(
                folder,
                "into",
                "\(into.display) lies inside the import folder \(folder.path.display), which would import itself",
                "name a folder beside it"
            )
        }
        for library in libraries {
            let realRoot = files.resolved(library.path) ?? library.path
            guard library.path.isInside(folder.path) || realRoot.isInside(real) else { continue }
            throw fail(
                folder,
                "path",
                "the library \(library.path.display) lies inside the import folder \(folder.path.display)",
                "name a folder that holds no library"
            )
        }
        switch files.kind(into) {
        case .directory: break
        case .file:
            throw fail(folder, "into", "\(into.display) is a file", "name the folder it lies in")
        case .missing, .unreachable:
            warn(folder, "\(into.display) is not there, nothing is imported into it", "mount or create it")
        }
        try checkAction(folder, into)
    }

    private func holds(_ library: Library, _ path: FilePath, _ real: FilePath) -> Bool {
        path.isInside(library.path) || real.isInside(files.resolved(library.path) ?? library.path)
    }

    private func checkAction(_ folder: ImportCandidate, _ into: FilePath) throws(ConfigurationError) {
        guard let source = files.abilities(folder.path), let target = files.abilities(into),
            let obstacle = source.obstacle(to: folder.action, into: target)
        else { return }
        throw fail(
            folder,
            "action",
            "\(folder.action.rawValue) cannot take files from \(folder.path.display) to \(into.display): \(obstacle)",
            "write \"move\" or \"copy\""
        )
    }

    // MARK: - Words

    private mutating func warn(_ folder: ImportCandidate, _ problem: String, _ remedy: String) {
        warnings.append(ConfigurationWarning(origin: folder.origin, problem: problem, remedy: remedy))
    }

    private func fail(
        _ folder: ImportCandidate,
        _ key: String,
        _ problem: String,
        _ remedy: String
    ) -> ConfigurationError {
        ConfigurationError(
            origin: folder.origin(of: key),
            key: folder.key(key),
            problem: problem,
            remedy: remedy
        )
    }
}
