import Glibc
import PhotoModel
import Testing

@testable import PhotodConfiguration

@Suite("The configuration that holds")
struct ResolvedConfigurationTests {
    private func resolve(
        _ text: String? = nil,
        overrides: CommandLineOverrides = CommandLineOverrides(),
        added: [AddedRoots.Root] = [],
        files: PretendFiles = PretendFiles(),
        variables: [String: String] = [:],
        home: String? = "/home/anna"
    ) throws(ConfigurationError) -> ResolvedConfiguration {
        var files = files
        let environment = ProcessEnvironment.pretended(variables, home: home)
        var file: ConfigurationFile?
        if let text {
            let path = FilePath("/etc/photod/photod.toml")
            files.files[path.display] = Array(text.utf8)
            file = try ConfigurationFile.load(path, environment: environment, files: files.host)
        }
        return try Configuration.resolve(
            file: file,
            overrides: overrides,
            environment: environment,
            addedRoots: AddedRoots(added),
            files: files.host
        )
    }

    private func library(_ path: String, _ name: String? = nil) -> String {
        "[[library]]\npath = \"\(path)\"\n" + (name.map { "name = \"\($0)\"\n" } ?? "")
    }

    @Test("is made of defaults and the Pictures folder where nothing is said")
    func defaults() throws {
        let resolved = try resolve()
        #expect(
            resolved.configuration
                == Configuration(
                    timeZone: .system,
                    logLevel: .info,
                    socket: nil,
                    audit: .weekly,
                    boilerplate: [],
                    libraries: [Library(name: "Pictures", path: FilePath("/home/anna/Pictures"))]
                )
        )
        #expect(resolved.stateDirectory == FilePath("/home/anna/.local/state/photod"))
        #expect(resolved.warnings.isEmpty)
        let origins = resolved.origins
        #expect(
            [
                origins.timeZone, origins.logLevel, origins.socket, origins.stateDirectory,
                origins.libraries[0],
            ]
            .allSatisfy { $0 == .builtIn }
        )
    }

    @Test("follows the desktop's Pictures folder")
    func userDirectories() throws {
        let find = { (text: String) in
            var files = PretendFiles()
            files.files["/home/anna/.config/user-dirs.dirs"] = Array(text.utf8)
            return try PicturesFolder.locate(environment: .pretended(), files: files.host)?.display
        }
        #expect(
            try find("# x\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\nXDG_MUSIC_DIR=\"$HOME/Musik\"\n")
                == "/home/anna/Bilder"
        )
        #expect(try find("XDG_PICTURES_DIR=\"/mnt/my \\\"best\\\" photos\"") == "/mnt/my \"best\" photos")
        #expect(try find("XDG_PICTURES_DIR=\"$HOME/\"") == "/home/anna/Pictures")
        #expect(try find("XDG_PICTURES_DIR=\"relative\"") == "/home/anna/Pictures")
        #expect(try find("XDG_PICTURES_DIR=\"/a\"\n XDG_PICTURES_DIR=\"/b\"") == "/b")
        #expect(try find("#XDG_PICTURES_DIR=\"/a\"") == "/home/anna/Pictures")
    }

    @Test("begins with no other folder where the desktop's cannot be read")
    func unreadableUserDirectories() {
        let files = HostFiles(
            kind: { _ in .missing },
            resolved: { _ in nil },
            contents: { _ throws(FileReadError) in throw .system(EACCES) }
        )
        let error = #expect(throws: ConfigurationError.self) {
            try PicturesFolder.locate(environment: .pretended(), files: files)
        }
        #expect(error.map { "\($0)" }?.contains("user-dirs.dirs") == true)
        #expect(throws: Never.self) {
            var switchedOff = files
            switchedOff.contents = { _ throws(FileReadError) in throw .notAFile }
            let folder = try PicturesFolder.locate(environment: .pretended(), files: switchedOff)
            #expect(folder == FilePath("/home/anna/Pictures"))
        }
    }

    @Test("takes the file's values and says so")
    func file() throws {
        let resolved = try resolve(
            "timezone = \"Europe/Paris\"\nlog-level = \"error\"\nsocket = \"/run/x\"\n"
                + library("/photos", "Family")
        )
        let file = FilePath("/etc/photod/photod.toml")
        #expect(
            resolved.configuration.timeZone == .named("Europe/Paris")
                && resolved.configuration.logLevel == .error
        )
        #expect(resolved.configuration.socket == FilePath("/run/x"))
        #expect(resolved.configuration.libraries == [Library(name: "Family", path: FilePath("/photos"))])
        #expect(
            resolved.origins.timeZone == .file(file, line: 1)
                && resolved.origins.socket == .file(file, line: 3)
        )
        #expect(resolved.origins.libraries == [.file(file, line: 5)])
        #expect(resolved.origins.libraries[0].description == "/etc/photod/photod.toml:5")
    }

    @Test("lets the command line win")
    func commandLine() throws {
        let resolved = try resolve(
            "timezone = \"Europe/Paris\"\nlog-level = \"error\"\nsocket = \"/run/x\"\n" + library("/photos"),
            overrides: CommandLineOverrides(
                libraries: [FilePath("/backup/"), FilePath("../Pictures/..")],
                stateDirectory: FilePath("state"),
                socket: FilePath("s"),
                logLevel: .trace
            ),
            files: {
                var files = PretendFiles()
                files.folders.insert("/home/anna/desk/../Pictures/..")
                files.links["/home/anna/desk/../Pictures/.."] = "/elsewhere"
                files.folders.insert("/elsewhere")
                return files
            }()
        )
        #expect(resolved.configuration.timeZone == .named("Europe/Paris"))
        #expect(resolved.configuration.logLevel == .trace)
        #expect(resolved.configuration.socket == FilePath("/home/anna/desk/s"))
        #expect(resolved.stateDirectory == FilePath("/home/anna/desk/state"))
        #expect(resolved.configuration.libraries.map(\.path.display) == ["/backup", "/elsewhere"])
        #expect(resolved.origins.libraries.map(\.description) == ["--library", "--library"])
        #expect(resolved.origins.stateDirectory.description == "--state-dir")
        #expect(resolved.origins.logLevel.description == "--log-level")
    }

    @Test("needs no file and no home with --library and --state-dir")
    func bare() throws {
        let resolved = try resolve(
            overrides: CommandLineOverrides(
                libraries: [FilePath("/photos")],
                stateDirectory: FilePath("/state")
            ),
            home: nil
        )
        #expect(resolved.configuration.libraries.map(\.name) == ["photos"])
    }

    @Test("keeps its state where XDG says")
    func state() throws {
        let resolved = try resolve(variables: ["XDG_STATE_HOME": "/var/state/"])
        #expect(resolved.stateDirectory == FilePath("/var/state/photod"))
        #expect(resolved.origins.stateDirectory.description == "$XDG_STATE_HOME")
    }

    @Test(
        "takes an XDG variable that is empty or relative for one that is not set",
        arguments: ["", "relative", "./x"]
    )
    func unusableVariables(value: String) throws {
        let names = ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"]
        let variables = Dictionary(uniqueKeysWithValues: names.map { ($0, value) })
        let environment = ProcessEnvironment.pretended(variables)
        let resolved = try resolve(variables: variables)
        #expect(resolved.stateDirectory == FilePath("/home/anna/.local/state/photod"))
        #expect(resolved.configuration.libraries.map(\.path) == [FilePath("/home/anna/Pictures")])
        #expect(
            SocketLocation.usual(environment: environment, user: 1000)
                == FilePath("/run/user/1000/photod/socket")
        )
        var files = PretendFiles()
        files.files["/home/anna/.config/photod/photod.toml"] = []
        files.files["/photod/photod.toml"] = []
        #expect(
            try ConfigurationFile.locate(explicit: nil, environment: environment, files: files.host)
                == FilePath("/home/anna/.config/photod/photod.toml")
        )
        #expect(
            SocketLocation.usual(environment: .pretended(["XDG_RUNTIME_DIR": "/run/user/7/"]), user: 1000)
                == FilePath("/run/user/7/photod/socket")
        )
    }

    @Test("warns of a library that is missing or out of reach, and starts")
    func missing() throws {
        var files = PretendFiles()
        files.unreachable["/locked"] = 13
        let resolved = try resolve(
            library("/mnt/card") + library("/locked") + library("/photos"),
            files: files
        )
        #expect(resolved.configuration.libraries.map(\.name) == ["card", "locked", "photos"])
        #expect(
            resolved.warnings.map(\.description) == [
                "/etc/photod/photod.toml:2: /mnt/card does not exist, its photos are offline; mount or create it, photod "
                    + "notices",
                "/etc/photod/photod.toml:4: /locked cannot be reached (Permission denied), its photos are offline; give the "
                    + "user that runs photod the right to read it, or mend the mount",
            ]
        )
    }

    @Test("gives each library a name of its own")
    func names() throws {
        let resolved = try resolve(
            library("/a/photos") + library("/b/photos") + library("/c/photos", "photos (2)")
                + library("/d/photos"),
            added: [.init(path: FilePath("/e"), name: "photos")]
        )
        #expect(
            resolved.configuration.libraries.map(\.name)
                == ["photos", "photos (3)", "photos (2)", "photos (4)", "photos (5)"]
        )
    }

    @Test("adds the added roots, but not those that are configured too")
    func added() throws {
        let state = "/home/anna/.local/state/photod/roots.json"
        let resolved = try resolve(
            library("/photos"),
            added: [
                .init(path: FilePath("/photos"), name: "twice"),
                .init(path: FilePath("/backup"), name: "Backup"),
            ]
        )
        #expect(resolved.configuration.libraries.map(\.name) == ["photos", "Backup"])
        #expect(resolved.origins.libraries.map(\.description) == ["/etc/photod/photod.toml:2", state])
        #expect(
            resolved.warnings.map(\.description) == [
                "\(state): /photos is configured too (/etc/photod/photod.toml:2), which counts; take it back with photoctl "
                    + "roots remove /photos"
            ]
        )
    }

    private static let linked: PretendFiles = {
        var files = PretendFiles()
        files.folders.formUnion(["/photos/2016", "/home/anna", "/home/anna/.local/state/photod", "/"])
        files.links = [
            "/link": "/photos", "/inner": "/photos/2016", "/kernel": "/proc/1", "/statelink": "/home/anna",
        ]
        files.folders.formUnion(["/proc/1"])
        files.files["/photos/a.jpg"] = []
        return files
    }()

    @Test(
        "refuses roots that cannot be, with the remedy",
        arguments: [
            (
                ["/photos", "/photos/2016"],
                ":4: library.path: /photos/2016 (/etc/photod/photod.toml:4) lies inside /photos "
                    + "(/etc/photod/photod.toml:2); remove the inner one: the outer one's photos include its"
            ),
            (
                ["/photos/2016", "/photos"],
                ":4: library.path: /photos/2016 (/etc/photod/photod.toml:2) lies inside /photos "
                    + "(/etc/photod/photod.toml:4); remove the inner one: the outer one's photos include its"
            ),
            (
                ["/photos", "/photos/"],
                ":4: library.path: /photos and /photos (/etc/photod/photod.toml:2) are the same folder; remove one of them"
            ),
            (
                ["/photos", "/link"],
                ":4: library.path: /link and /photos (/etc/photod/photod.toml:2) are the same folder; remove one of them"
            ),
            (
                ["/photos", "/inner"],
                ":4: library.path: /inner (/etc/photod/photod.toml:4) lies inside /photos "
            ),
            (
                ["/photos/a.jpg"],
                ":2: library.path: /photos/a.jpg is a file; name the folder it lies in"
            ),
            (
                ["/"],
                ":2: library.path: / belongs to the system and holds no photos; name a folder of photos"
            ),
            (["/proc"], ":2: library.path: /proc belongs to the system"),
            (["/sys/kernel"], ":2: library.path: /sys/kernel belongs to the system"),
            (["/dev"], ":2: library.path: /dev belongs to the system"),
            (["/kernel"], ":2: library.path: /proc/1 belongs to the system"),
            (
                ["/home/anna"],
                ":2: library.path: the state directory /home/anna/.local/state/photod lies inside the library /home/anna; "
                    + "choose another with --state-dir, or watch the folders beside it"
            ),
            (
                ["/statelink"],
                ":2: library.path: the state directory /home/anna/.local/state/photod lies inside the library"
            ),
            (
                ["/home/anna/.local/state/photod/x"],
                ":2: library.path: the library /home/anna/.local/state/photod/x lies inside the state directory "
                    + "/home/anna/.local/state/photod; choose another state directory with --state-dir, or move the photos"
            ),
        ]
    )
    func roots(paths: [String], expected: String) {
        let text = paths.map { library($0) }.joined()
        let said = message { () throws(ConfigurationError) in try resolve(text, files: Self.linked) }
        #expect(said.hasPrefix("/etc/photod/photod.toml\(expected)"), "\(said)")
    }

    @Test("takes neighbours, and memory-backed folders, for what they are")
    func neighbours() throws {
        var files = PretendFiles()
        files.folders.formUnion(["/photos2", "/dev/shm/photos"])
        let resolved = try resolve(
            library("/photos") + library("/photos2") + library("/dev/shm/photos"),
            files: files
        )
        #expect(resolved.configuration.libraries.count == 3 && resolved.warnings.isEmpty)
    }

    @Test("refuses what the command line and the file cannot mean")
    func otherErrors() {
        let say = {
            (text: String?, overrides: CommandLineOverrides, added: [AddedRoots.Root], home: String?) in
            message { () throws(ConfigurationError) in
                try resolve(text, overrides: overrides, added: added, home: home)
            }
        }
        let none = CommandLineOverrides()
        #expect(
            say(library("/a/x", "Same") + library("/b/x", "Same"), none, [], "/home/anna")
                == "/etc/photod/photod.toml:5: library.name: \"Same\" is the name of /a/x (/etc/photod/photod.toml:2) too; "
                + "give each library its own"
        )
        #expect(
            say(nil, CommandLineOverrides(libraries: [FilePath("/none/..")]), [], "/home/anna")
                == "--library: /none/.. leads nowhere; name a folder that exists"
        )
        #expect(
            say(nil, CommandLineOverrides(libraries: [FilePath("")]), [], "/home/anna")
                == "--library: the path is empty; name a folder"
        )
        // It would be the folder that the user stands in.
        #expect(
            say(nil, CommandLineOverrides(stateDirectory: FilePath("")), [], "/home/anna")
                == "--state-dir: the path is empty; name a folder"
        )
        #expect(
            say(nil, CommandLineOverrides(socket: FilePath("")), [], "/home/anna")
                == "--socket: the path is empty; name a file"
        )
        #expect(
            say(
                nil,
                CommandLineOverrides(socket: FilePath("/" + String(repeating: "s", count: 120))),
                [],
                "/home/anna"
            )
                == "--socket: the path has 121 bytes, and a socket's may have 107; choose a shorter one"
        )
        #expect(
            say(nil, none, [], nil)
                == "default: there is no home directory to keep the state in; name a directory with --state-dir"
        )
        #expect(
            say(nil, CommandLineOverrides(stateDirectory: FilePath("/state")), [], nil)
                == "default: no library is configured and there is no home directory with pictures; name a folder with "
                + "--library, or write a [[library]]"
        )
    }

    @Test(
        "sets an added root aside that leaves what is configured no room, whatever became of its place",
        arguments: [
            (
                "/photos/2016",
                "/photos/2016 (STATE/roots.json) lies inside /photos (/etc/photod/photod.toml:2)"
            ),
            ("/", "/ belongs to the system and holds no photos"),
            ("/link", "/link and /photos (/etc/photod/photod.toml:2) are the same folder"),
            ("/inner", "/inner (STATE/roots.json) lies inside /photos (/etc/photod/photod.toml:2)"),
            ("/kernel", "/proc/1 belongs to the system and holds no photos"),
            ("/home/anna", "the state directory STATE lies inside the library /home/anna"),
            ("/backup", "/backup/groups lies in the library /backup (STATE/roots.json)"),
        ]
    )
    func setAside(path: String, expected: String) throws {
        var files = Self.linked
        files.folders.formUnion(["/backup", "/good"])
        let state = "/home/anna/.local/state/photod"
        let resolved = try resolve(
            library("/photos") + "[groups]\nview = \"/backup/groups\"\n",
            added: [.init(path: FilePath(path), name: "x"), .init(path: FilePath("/good"), name: "Good")],
            files: files
        )
        #expect(resolved.configuration.libraries.map(\.name) == ["photos", "Good"])
        #expect(resolved.setAside.map(\.root.path.display) == [path])
        let problem = resolved.setAside.first?.reason.problem ?? ""
        #expect(problem.hasPrefix(expected.replacing("STATE", with: state)), "\(problem)")
        let warning = try #require(resolved.warnings.first?.description)
        #expect(warning.contains("\(path) is offline: \(problem); "))
        #expect(warning.hasSuffix(", or take it back with photoctl roots remove \(path)"))
    }

    @Test("has an added root that is a file now offline, as one that is missing")
    func addedFile() throws {
        var files = Self.linked
        files.files["/card"] = []
        let resolved = try resolve(
            library("/photos"),
            added: [.init(path: FilePath("/card"), name: "x")],
            files: files
        )
        #expect(resolved.configuration.libraries.map(\.path.display) == ["/photos", "/card"])
        #expect(resolved.warnings.map(\.problem) == ["/card is a file, its photos are offline"])
    }

    @Test("is what the shipped example says")
    func example() throws {
        let path =
            #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/config/photod.toml"
        let file = try ConfigurationFile.load(FilePath(path), environment: .pretended())
        #expect(file.libraries.count == 1)
    }

    // MARK: - The group view

    @Test("takes a view beside the libraries, also one that is not there yet")
    func view() throws {
        for (text, path) in [("/view", "/view"), ("~/Groups", "/home/anna/Groups"), ("/photos2", "/photos2")]
        {
            let resolved = try resolve("[groups]\nview = \"\(text)\"\n" + library("/photos"))
            #expect(resolved.configuration.view == FilePath(path))
        }
        #expect(try resolve(library("/photos")).configuration.view == nil)
    }

    @Test(
        "refuses a view where it would be in the way",
        arguments: [
            (
                "/photos/view",
                "/photos/view lies in the library /photos (/etc/photod/photod.toml:4); choose a folder beside"
            ),
            (
                "/photos",
                "/photos is the library /photos (/etc/photod/photod.toml:4); choose a folder beside it"
            ),
            ("/", "/ belongs to the system; choose a folder of your own"),
            ("/sys/view", "/sys/view belongs to the system; choose"),
            ("/linked/view", "/linked/view lies in the library /photos"),
            (
                "/home/anna/.local/state/photod",
                "/home/anna/.local/state/photod is, holds or lies in the state directory"
            ),
            (
                "/home/anna/.local/state/photod/view",
                "/home/anna/.local/state/photod/view is, holds or lies in the state"
            ),
            ("/home/anna", "/home/anna is, holds or lies in the state directory"),
            ("/etc/localtime", "/etc/localtime is a file; choose a folder, or a name that is free"),
            ("view", "\"view\" is not absolute; write /… or ~/…"),
        ]
    )
    func viewRefused(view: String, expected: String) {
        var files = PretendFiles()
        files.links = ["/linked": "/photos"]
        let said = message { () throws(ConfigurationError) in
            try resolve("[groups]\nview = \"\(view)\"\n" + library("/photos"), files: files)
        }
        #expect(said.hasPrefix("/etc/photod/photod.toml:2: groups.view: \(expected)"), "\(said)")
    }

    @Test("refuses a view that holds a library")
    func viewAround() {
        let said = message { () throws(ConfigurationError) in
            try resolve("[groups]\nview = \"/mnt\"\n" + library("/mnt/photos"))
        }
        #expect(said.contains("groups.view: /mnt holds the library /mnt/photos"), "\(said)")
    }
}
