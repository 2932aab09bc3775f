import BatchService
import CaptureRules
import Glibc
import LineProtocol
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Synchronization

/// The configuration in force, and how to read it again.
public final class LiveConfiguration: Sendable {
    /// A configuration that was read and found right, in force or not yet.
    struct Draft: Sendable {
        var file: ConfigurationFile?
        var resolved: ResolvedConfiguration
        var added: AddedRoots
        /// For dates without an offset.
        var zones: CaptureZones

        /// The libraries with whether a command added them.
        var libraries: [(library: Library, isAdded: Bool)] {
            zip(resolved.configuration.libraries, resolved.origins.libraries).map { ($0, $1.isAddedRoot) }
        }
    }

    private let explicitFile: FilePath?
    private let overrides: CommandLineOverrides
    private let environment: ProcessEnvironment
    private let inForce: Mutex<Draft>
    /// Where clients find the daemon, once it listens.
    private let listening = Mutex<FilePath?>(nil)

    /// Reads and checks everything; nothing is in force before all of it is right.
    ///
    /// - Parameter explicitFile: that of `--config`.
    public init(
        explicitFile: FilePath?,
        overrides: CommandLineOverrides,
        environment: ProcessEnvironment
    ) throws {
        self.explicitFile = explicitFile
        self.overrides = overrides
        self.environment = environment
        let folder = try StateLocation.directory(override: overrides.stateDirectory, environment: environment)
            .path
        inForce = Mutex(
            try Self.draft(
                file: Self.read(
                    ConfigurationFile.locate(
                        explicit: explicitFile,
                        overrides: overrides,
                        environment: environment
                    ),
                    environment
                ),
                added: AddedRoots.load(stateDirectory: folder),
                overrides,
                environment
            )
        )
    }

    var current: Draft { inForce.withLock { $0 } }

    public var resolved: ResolvedConfiguration { current.resolved }

    /// The file that was read, where there is one.
    var file: FilePath? { resolved.file }

    /// Where programs keep what they can make again; `nil`: nowhere.
    var cacheHome: FilePath? { CacheLocation.home(environment: environment) }

    var dataHome: FilePath? { DataLocation.home(environment: environment) }

    /// Which texts are no description.
    func descriptions(of draft: Draft) -> DescriptionRule {
        DescriptionRule(boilerplate: draft.resolved.configuration.boilerplate)
    }

    // MARK: Changes

    /// Reads the file again, or the one that a start would find now. Where the file in force is gone and no other has taken
    /// its place, that is an error: a library must not give way to the Pictures folder because an editor is at work.
    func draft() throws -> Draft {
        let current = self.current
        let found = try ConfigurationFile.locate(
            explicit: explicitFile,
            overrides: overrides,
            environment: environment
        )
        var draft = try draft(
            file: Self.read(found ?? current.resolved.file, environment),
            added: current.added
        )
        draft.resolved.keepSocket(of: current.resolved)
        return draft
    }

    /// The configuration with one more root.
    func draft(adding path: FilePath) throws -> Draft {
        guard let path = AddedRoots.normalized(path) else { throw RootRefusal.roundabout(path) }
        let current = self.current
        let known = current.resolved.configuration.libraries
        let files = HostFiles.patient()
        if let same = known.first(where: { $0.path == path || Self.areSameFolder($0.path, path, files) }) {
            throw RootRefusal.watched(path, as: same.path)
        }
        // An unmounted disk may be configured before it is there; a path given by hand that leads nowhere is a slip.
        switch files.kind(path) {
        case .missing: throw RootRefusal.missing(path)
        case .unreachable(let code): throw RootRefusal.unreachable(path, errno: code)
        case .file: throw RootRefusal.file(path)
        case .directory:
            if let code = files.refusal(path) { throw RootRefusal.unreachable(path, errno: code) }
        }
        let name = RootName.unique(RootName.of(path), besides: Set(known.map(\.name)).contains)
        let root = AddedRoots.Root(path: path, name: name)
        // One that was set aside is tried anew, as the last.
        let others = current.added.roots.filter { $0.path != path }
        let draft = try draft(file: current.file, added: AddedRoots(others + [root]))
        if let aside = draft.resolved.setAside.first(where: { $0.root.path == path }) { throw aside.reason }
        return draft
    }

    /// The configuration without an added root, whether that is watched or set aside.
    func draft(removing path: FilePath) throws -> Draft {
        let current = self.current
        guard let normal = AddedRoots.normalized(path) else { throw RootRefusal.unknown(path) }
        let rest = current.added.roots.filter { $0.path != normal }
        guard rest.count == current.added.roots.count else {
            return try draft(file: current.file, added: AddedRoots(rest))
        }
        let resolved = current.resolved
        guard let position = resolved.configuration.libraries.firstIndex(where: { $0.path == normal })
        else { throw RootRefusal.unknown(path) }
        throw RootRefusal.configured(normal, resolved.origins.libraries[position])
    }

    /// What is in force, with the zone read anew: nobody tells when the machine gets another one.
    func draftWithZoneOfNow() throws -> Draft {
        var draft = current
        draft.zones = try Self.zones(draft.resolved.configuration.timeZone, environment)
        return draft
    }

    /// Puts a draft in force. The added roots are on the disk first: where they cannot be written nothing changes.
    func adopt(_ draft: Draft) throws {
        if draft.added != current.added {
            try draft.added.save(stateDirectory: draft.resolved.stateDirectory)
        }
        inForce.withLock { $0 = draft }
    }

    /// What to listen on where nothing else is passed.
    var socket: FilePath {
        resolved.configuration.socket ?? SocketLocation.usual(environment: environment, user: getuid())
    }

    /// Notes where clients find the daemon.
    func listens(on socket: FilePath?) { listening.withLock { $0 = socket } }

    private func draft(file: ConfigurationFile?, added: AddedRoots) throws -> Draft {
        try Self.draft(file: file, added: added, overrides, environment)
    }

    private static func read(
        _ path: FilePath?,
        _ environment: ProcessEnvironment
    ) throws -> ConfigurationFile? {
        guard let path else { return nil }
        return try ConfigurationFile.load(path, environment: environment, files: .patient())
    }

    private static func draft(
        file: ConfigurationFile?,
        added: AddedRoots,
        _ overrides: CommandLineOverrides,
        _ environment: ProcessEnvironment
    ) throws -> Draft {
        let resolved = try Configuration.resolve(
            file: file,
            overrides: overrides,
            environment: environment,
            addedRoots: added,
            files: .patient()
        )
        let zones = try zones(resolved.configuration.timeZone, environment)
        return Draft(file: file, resolved: resolved, added: added, zones: zones)
    }

    private static func zones(
        _ choice: TimeZoneChoice,
        _ environment: ProcessEnvironment
    ) throws -> CaptureZones {
        let home = try ZoneOffsets(ZoneData.load(choice, environment: environment))
        switch choice {
        case .named(let name): return CaptureZones(home: home, homeName: name, isConfigured: true)
        case .system: return CaptureZones(home: home)
        }
    }

    private static func areSameFolder(_ one: FilePath, _ other: FilePath, _ files: HostFiles) -> Bool {
        guard let one = files.resolved(one) else { return false }
        return one == files.resolved(other)
    }

    // MARK: The reply to `config`

    func write(to json: inout JSONWriter) {
        let resolved = self.resolved
        if let file {
            json.member("file", file.bytes)
        }
        json.member("stateDirectory", resolved.stateDirectory.bytes)
        json.member("timezone", resolved.configuration.timeZone.text)
        json.member("logLevel", resolved.configuration.logLevel.rawValue)
        if let socket = listening.withLock({ $0 }) {
            json.member("socket", socket.bytes)
        }
        json.key("keepMtime")
        json.bool(resolved.configuration.keepsModificationTimes)
        json.key("audit")
        json.beginObject()
        json.member("every", resolved.configuration.audit.rawValue)
        json.endObject()
        json.key("groups")
        json.beginObject()
        json.key("boilerplate")
        json.beginArray()
        for text in resolved.configuration.boilerplate { json.string(text) }
        json.endArray()
        if let view = resolved.configuration.view {
            json.member("view", view.bytes)
        }
        json.endObject()
        json.key("thumbnails")
        json.beginObject()
        json.key("prepare")
        json.beginArray()
        for size in resolved.configuration.preparedThumbnails { json.string(size.rawValue) }
        json.endArray()
        json.endObject()
        writeLibraries(of: resolved, to: &json)
        writeImports(of: resolved, to: &json)
    }

    private func writeLibraries(of resolved: ResolvedConfiguration, to json: inout JSONWriter) {
        json.key("libraries")
        json.beginArray()
        for (library, origin) in zip(resolved.configuration.libraries, resolved.origins.libraries) {
            json.beginObject()
            json.member("path", library.path.bytes)
            json.member("name", library.name)
            json.key("ignore")
            json.beginArray()
            for pattern in library.ignore.patterns { json.string(pattern) }
            json.endArray()
            if let followsLinks = library.followsLinks {
                json.key("followSymlinks")
                json.bool(followsLinks)
            }
            if let write = library.write { json.member("write", write.rawValue) }
            json.member("from", origin.description)
            json.endObject()
        }
        json.endArray()
    }

    private func writeImports(of resolved: ResolvedConfiguration, to json: inout JSONWriter) {
        json.key("imports")
        json.beginArray()
        for folder in resolved.configuration.imports {
            json.beginObject()
            json.member("path", folder.path.bytes)
            json.member("into", folder.into.bytes)
            json.member("action", folder.action.rawValue)
            json.member("layout", folder.layout.text)
            json.member("duplicates", folder.duplicates.rawValue)
            json.endObject()
        }
        json.endArray()
    }
}
