import Glibc
import PhotoModel

/// Holds roots against the file system, the state directory and each other.
struct RootChecker {
    let files: HostFiles
    let stateDirectory: FilePath
    private(set) var warnings: [ConfigurationWarning] = []

    init(files: HostFiles, stateDirectory: FilePath) {
        self.files = files
        self.stateDirectory = stateDirectory
    }

    struct Root {
        var library: Library
        var origin: ValueOrigin

        var isAdded: Bool { origin.isAddedRoot }
    }

    mutating func check(_ candidates: [RootCandidate]) throws(ConfigurationError) -> [Root] {
        var kept: [(candidate: RootCandidate, real: FilePath)] = []
        for candidate in candidates {
            try checkAlone(candidate)
            let real = files.resolved(candidate.path) ?? candidate.path
            if try fits(candidate, real: real, beside: kept) { kept.append((candidate, real)) }
        }
        let names = try names(of: kept.map(\.candidate))
        return zip(kept, names).map { entry, name in
            let candidate = entry.candidate
            return Root(
                library: Library(
                    name: name,
                    path: candidate.path,
                    ignore: candidate.ignore,
                    followsLinks: candidate.followsLinks,
                    write: candidate.write
                ),
                origin: candidate.origin
            )
        }
    }

    // MARK: - One root

    private mutating func checkAlone(_ root: RootCandidate) throws(ConfigurationError) {
        let real = files.resolved(root.path) ?? root.path
        for path in [root.path, real] where SystemFolder.holds(path) {
            throw fail(
                root,
                "\(path.display) belongs to the system and holds no photos",
                "name a folder of photos"
            )
        }
        switch files.kind(root.path) {
        case .directory: break
        case .file where root.origin.isAddedRoot:
            // A folder stood there when it was added.
            warnings.append(
                ConfigurationWarning(
                    origin: root.origin,
                    problem: "\(root.path.display) is a file, its photos are offline",
                    remedy: "put the folder back, or take it out with \(takingBack(root))"
                )
            )
        case .file: throw fail(root, "\(root.path.display) is a file", "name the folder it lies in")
        case .missing:
            warnings.append(
                ConfigurationWarning(
                    origin: root.origin,
                    problem: "\(root.path.display) does not exist, its photos are offline",
                    remedy: "mount or create it, photod notices"
                )
            )
        case .unreachable(ELOOP):
            warnings.append(
                ConfigurationWarning(
                    origin: root.origin,
                    problem:
                        "\(root.path.display) is a symbolic link that leads to itself, its photos are offline",
                    remedy: "point the link to the folder"
                )
            )
        case .unreachable(let code):
            warnings.append(
                ConfigurationWarning(
                    origin: root.origin,
                    problem:
                        "\(root.path.display) cannot be reached (\(ErrorNumber.text(of: code))), its photos are "
                        + "offline",
                    remedy: "give the user that runs photod the right to read it, or mend the mount"
                )
            )
        }
        try checkAgainstState(root, real: real)
    }

    private func checkAgainstState(_ root: RootCandidate, real: FilePath) throws(ConfigurationError) {
        let realState = files.resolved(stateDirectory) ?? stateDirectory
        for (path, state) in [(root.path, stateDirectory), (real, realState)] {
            if state.isInside(path) {
                throw fail(
                    root,
                    "the state directory \(stateDirectory.display) lies inside the library \(root.path.display)",
                    "choose another with --state-dir, or watch the folders beside it"
                )
            }
            if path.isInside(state) {
                throw fail(
                    root,
                    "the library \(root.path.display) lies inside the state directory \(stateDirectory.display)",
                    "choose another state directory with --state-dir, or move the photos"
                )
            }
        }
    }

    // MARK: - Roots together

    /// `false` where the root is watched already.
    private mutating func fits(
        _ root: RootCandidate,
        real: FilePath,
        beside kept: [(candidate: RootCandidate, real: FilePath)]
    ) throws(ConfigurationError) -> Bool {
        for (other, otherReal) in kept {
            if root.path == other.path || real == otherReal {
                // A root that was added first and written into the file later is no mistake.
                guard root.origin.isAddedRoot, root.path == other.path else {
                    throw fail(
                        root,
                        "\(root.path.display) and \(other.path.display) (\(other.origin)) are the same folder",
                        "remove one of them"
                    )
                }
                warnings.append(
                    ConfigurationWarning(
                        origin: root.origin,
                        problem: "\(root.path.display) is configured too (\(other.origin)), which counts",
                        remedy: "take it back with \(takingBack(root))"
                    )
                )
                return false
            }
            let pairs = [(root.path, other.path), (real, otherReal)]
            if pairs.contains(where: { $0.isInside($1) }) { throw nested(root, inside: other, at: root) }
            if pairs.contains(where: { $1.isInside($0) }) { throw nested(other, inside: root, at: root) }
        }
        return true
    }

    private func nested(_ inner: RootCandidate, inside outer: RootCandidate, at root: RootCandidate)
        -> ConfigurationError
    {
        fail(
            root,
            "\(inner.path.display) (\(inner.origin)) lies inside \(outer.path.display) (\(outer.origin))",
            "remove the inner one: the outer one's photos include its"
        )
    }

    // MARK: - Names

    private func names(of roots: [RootCandidate]) throws(ConfigurationError) -> [String] {
        var taken: [String: RootCandidate] = [:]
        for root in roots where root.insistsOnName {
            guard let name = root.name else { continue }
            if let other = taken[name] {
                throw ConfigurationError(
                    origin: root.origin,
                    key: "library.name",
                    problem: "\"\(name)\" is the name of \(other.path.display) (\(other.origin)) too",
                    remedy: "give each library its own"
                )
            }
            taken[name] = root
        }
        var names: [String] = []
        for root in roots {
            let wanted = root.name ?? RootName.of(root.path)
            let name = root.insistsOnName ? wanted : RootName.unique(wanted) { taken[$0] != nil }
            taken[name] = root
            names.append(name)
        }
        return names
    }

    private func takingBack(_ root: RootCandidate) -> String {
        "photoctl roots remove \(ShellWord.quoted(root.path))"
    }

    private func fail(_ root: RootCandidate, _ problem: String, _ remedy: String) -> ConfigurationError {
        ConfigurationError(origin: root.origin, key: root.key, problem: problem, remedy: remedy)
    }
}
