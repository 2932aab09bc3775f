import PhotoModel

/// Holds the group view against the file system, the state directory and the libraries.
struct ViewChecker {
    let files: HostFiles
    let stateDirectory: FilePath
    let origin: ValueOrigin

    func check(
        _ view: FilePath,
        beside libraries: [(path: FilePath, origin: ValueOrigin)],
        and imports: [FilePath]
    ) throws(ConfigurationError) {
        let real = realPath(of: view)
        for path in [view, real] where SystemFolder.holds(path) {
            throw fail("\(path.display) belongs to the system", "choose a folder of your own")
        }
        // One that is missing is made, or its disk is away.
        if files.kind(view) == .file {
            throw fail("\(view.display) is a file", "choose a folder, or a name that is free")
        }
        let state = files.resolved(stateDirectory) ?? stateDirectory
        for (path, state) in [(view, stateDirectory), (real, state)] {
            guard path.isInside(state) || state.isInside(path) else { continue }
            throw fail(
                "\(view.display) is, holds or lies in the state directory \(stateDirectory.display)",
                "choose a folder beside it"
            )
        }
        for library in libraries { try check(view, real, beside: library) }
        for folder in imports {
            let paths = [(view, folder), (real, files.resolved(folder) ?? folder)]
            guard paths.contains(where: { $0.isInside($1) || $1.isInside($0) }) else { continue }
            throw fail(
                "\(view.display) is, holds or lies in the import folder \(folder.display)",
                "choose a folder beside it"
            )
        }
    }

    private func check(
        _ view: FilePath,
        _ real: FilePath,
        beside library: (path: FilePath, origin: ValueOrigin)
    ) throws(ConfigurationError) {
        let name = "the library \(library.path.display) (\(library.origin))"
        let realLibrary = files.resolved(library.path) ?? library.path
        for (path, library) in [(view, library.path), (real, realLibrary)] {
            if path == library { throw fail("\(view.display) is \(name)", "choose a folder beside it") }
            if library.isInside(path) {
                throw fail("\(view.display) holds \(name)", "choose a folder beside the library")
            }
            if path.isInside(library) {
                throw fail("\(view.display) lies in \(name)", "choose a folder beside the library")
            }
        }
    }

    /// Where it is, or will be once it is made.
    private func realPath(of view: FilePath) -> FilePath {
        if let real = files.resolved(view) { return real }
        let name = PathText.lastComponent(view)
        let above = FilePath(Array(view.bytes.dropLast(name.bytes.count + 1)))
        guard !above.bytes.isEmpty, let real = files.resolved(above) else { return view }
        return real.appending(name)
    }

    private func fail(_ problem: String, _ remedy: String) -> ConfigurationError {
        ConfigurationError(origin: origin, key: "groups.view", problem: problem, remedy: remedy)
    }
}
