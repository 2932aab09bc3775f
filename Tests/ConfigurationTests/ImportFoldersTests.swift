import ImportRules
import PhotoModel
import Testing

@testable import PhotodConfiguration

@Suite("Import folders")
struct ImportFoldersTests {
    private static let library = "[[library]]\npath = \"/photos\"\n"

    private static func files() -> PretendFiles {
        var files = PretendFiles()
        files.folders.formUnion([
            "/inbox", "/inbox/sub", "/photos/new", "/photos/new/deep", "/card", "/home/anna/desk/in",
            "/above",
            "/above/photos",
        ])
        return files
    }

    private func resolve(
        _ text: String,
        imports: [String] = [],
        added: [AddedRoots.Root] = [],
        files: PretendFiles = Self.files()
    ) throws(ConfigurationError) -> ResolvedConfiguration {
        var files = files
        let path = FilePath("/etc/photod/photod.toml")
        files.files[path.display] = Array(text.utf8)
        return try Configuration.resolve(
            file: ConfigurationFile.load(path, environment: .pretended(), files: files.host),
            overrides: CommandLineOverrides(imports: imports.map { FilePath($0) }),
            environment: .pretended(),
            addedRoots: AddedRoots(added),
            files: files.host
        )
    }

    private func folder(_ lines: String...) -> String {
        Self.library + "[[import]]\n" + lines.joined(separator: "\n")
    }

    @Test("move into folders by group, where nothing else is said, in the only library")
    func defaults() throws {
        let resolved = try resolve(folder("path = \"/inbox/\""))
        #expect(
            resolved.configuration.imports
                == [ImportFolder(path: FilePath("/inbox"), into: FilePath("/photos"))]
        )
        #expect(resolved.configuration.imports[0].action == .move)
        #expect(resolved.configuration.imports[0].layout.text == "{group}")
        #expect(resolved.warnings.isEmpty)
    }

    @Test("do what their section says")
    func everything() throws {
        let resolved = try resolve(
            folder(
                "path = \"~/desk/in\"",
                "into = \"/photos/new\"",
                "action = \"copy\"",
                "layout = \"{year}/{group}\"",
                "duplicates = \"trash\""
            )
        )
        let imports = resolved.configuration.imports
        #expect(imports.map(\.path.display) == ["/home/anna/desk/in"])
        #expect(imports.map(\.into.display) == ["/photos/new"])
        #expect(imports.map(\.action) == [.copy])
        #expect(imports.map(\.layout.text) == ["{year}/{group}"])
        #expect(imports.map(\.duplicates) == [.trash])
    }

    @Test("of the command line take the place of the file's")
    func commandLine() throws {
        let resolved = try resolve(folder("path = \"/card\""), imports: ["in=/photos", "/inbox=/photos/new"])
        #expect(resolved.configuration.imports.map(\.path.display) == ["/home/anna/desk/in", "/inbox"])
        #expect(resolved.configuration.imports.map(\.into.display) == ["/photos", "/photos/new"])
    }

    @Test("inside a library are nothing of the library's", arguments: ["/photos/new", "/linked"])
    func insideLibrary(path: String) throws {
        var files = Self.files()
        files.links["/linked"] = "/photos/new"
        let library = try resolve(folder("path = \"\(path)\""), files: files).configuration.libraries[0]
        let ignores = { (name: String, path: String, isDirectory: Bool) in
            library.ignore.ignores(FileName(name), isDirectory: isDirectory) { Array(path.utf8) }
        }
        #expect(ignores("new", "new", true))
        #expect(!ignores("new", "2016/new", true))
        #expect(!ignores("new.jpg", "new.jpg", false))
        #expect(library.ignore.hasPatterns)
        #expect(library.ignore.patterns.isEmpty)
    }

    @Test(
        "that cannot be are refused with key, line and remedy",
        arguments: [
            (["into = \"/photos\""], "import.path", "the import folder has no path"),
            (["path = \"inbox\""], "import.path", "not absolute"),
            (["path = \"/inbox\"", "from = 1"], "import.from", "photod knows no such key"),
            (["path = \"/inbox\"", "into = \"/backup\""], "import.into", "lies in no library"),
            (["path = \"/photos\""], "import.into", "which would import itself"),
            (
                ["path = \"/photos/new\"", "into = \"/photos/new/deep\""], "import.into",
                "which would import itself"
            ),
            (
                ["path = \"/inbox\"", "into = \"/photos\"", "action = \"steal\""], "import.action",
                "is no action"
            ),
            (["path = \"/inbox\"", "layout = \"{groop}\""], "import.layout", "did you mean {group}?"),
            (["path = \"/inbox\"", "layout = \"/{group}\""], "import.layout", "begins with a slash"),
            (["path = \"/inbox\"", "duplicates = \"delete\""], "import.duplicates", "is no policy"),
            (["path = \"/proc/self\""], "import.path", "belongs to the system"),
            (["path = \"/etc/photod/photod.toml\""], "import.path", "is a file"),
            (["path = \"/home/anna/.local/state/photod/in\""], "import.path", "state directory"),
            (["path = \"/card\"", "action = \"hardlink\""], "import.action", "two file systems"),
            (["path = \"/inbox\"", "action = \"reflink\""], "import.action", "cannot share content"),
        ]
    )
    func refused(lines: [String], key: String, words: String) {
        var files = Self.files()
        files.fileSystems["/card"] = FileSystemAbilities(device: 2, type: 0x4D44)
        let text = Self.library + "[[import]]\n" + lines.joined(separator: "\n")
        let message = message { () throws(ConfigurationError) in try resolve(text, files: files) }
        #expect(message.contains(words), "\(message)")
        #expect(message.contains("photod.toml:") && message.contains(": \(key): "), "\(message)")
        #expect(message.contains("; "), "\(message)")
    }

    @Test("holding a library are refused")
    func aboveLibrary() {
        let text = """
            [[library]]
            path = "/above/photos"
            [[library]]
            path = "/photos"
            [[import]]
            path = "/above"
            into = "/photos"
            """
        let message = message { () throws(ConfigurationError) in try resolve(text) }
        #expect(message.contains("the library /above/photos lies inside the import folder /above"))
    }

    @Test("of two libraries say into which")
    func ambiguous() {
        let text = Self.library + "[[library]]\npath = \"/backup\"\n[[import]]\npath = \"/inbox\""
        let message = message { () throws(ConfigurationError) in try resolve(text) }
        #expect(message.contains("add into = "))
        #expect(message.contains("/photos, /backup"))
    }

    @Test("do not lie in each other")
    func nested() {
        let text = folder("path = \"/inbox\"") + "\n[[import]]\npath = \"/inbox/sub\""
        let message = message { () throws(ConfigurationError) in try resolve(text) }
        #expect(message.contains("photod.toml:6: import.path: "), "\(message)")
        #expect(message.contains("hold the same files"))
    }

    @Test("that are missing are a warning")
    func missing() throws {
        let resolved = try resolve(folder("path = \"/mnt/card\""))
        #expect(resolved.configuration.imports.count == 1)
        #expect(resolved.warnings.map(\.problem) == ["/mnt/card does not exist"])
    }

    @Test("of the command line say from where to where", arguments: ["/inbox", "=/photos", "/inbox=", ""])
    func badOption(text: String) {
        let message = message { () throws(ConfigurationError) in try resolve(Self.library, imports: [text]) }
        #expect(message.contains("--import") && message.contains("write --import DIR=INTO"), "\(message)")
    }
}
