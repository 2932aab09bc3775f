import CaptureRules
import Configuration
import LineProtocol
import PhotoModel
import Reconciling
import Synchronization

/// The configuration in force, and how to read it again.
public final class LiveConfiguration: Sendable {
    /// A configuration that was read and found right, in force or not yet.
    struct Draft: Sendable {
        var resolved: ResolvedConfiguration
        var added: AddedRoots
    }

    public let file: FilePath?
    private let overrides: CommandLineOverrides
    private let environment: ProcessEnvironment
    private let inForce: Mutex<Draft>

    /// Reads and checks everything; nothing is in force before all of it is right.
    public init(
        file: FilePath?,
        overrides: CommandLineOverrides,
        environment: ProcessEnvironment
    ) throws {
        self.file = file
        self.overrides = overrides
        self.environment = environment
        let folder = try StateLocation.directory(override: overrides.stateDirectory, environment: environment)
            .path
        let added = try AddedRoots.load(stateDirectory: folder)
        let resolved = try Configuration.resolve(
            file: file,
            overrides: overrides,
            environment: environment,
            addedRoots: added,
            files: .patient()
        )
        inForce = Mutex(Draft(resolved: resolved, added: added))
    }

    var current: Draft { inForce.withLock { $0 } }

    public var resolved: ResolvedConfiguration { current.resolved }

    /// The libraries with whether a command added them.
    var libraries: [(library: Library, isAdded: Bool)] {
        let resolved = self.resolved
        return zip(resolved.configuration.libraries, resolved.origins.libraries).map { library, origin in
            if case .addedRoots = origin { (library, true) } else { (library, false) }
        }
    }

    /// The zone for dates without an offset, read from this machine's files.
    func zones(of draft: Draft) throws -> CaptureZones {
        let choice = draft.resolved.configuration.timeZone
        let home = try ZoneOffsets(ZoneData.load(choice, environment: environment))
        switch choice {
        case .named(let name): return CaptureZones(home: home, homeName: name, isConfigured: true)
        case .system: return CaptureZones(home: home)
        }
    }

    /// Which texts are no description.
    func descriptions(of draft: Draft) -> DescriptionRule {
        DescriptionRule(boilerplate: draft.resolved.configuration.boilerplate)
    }

    // MARK: Changes

    /// Reads the file again.
    func draft() throws -> Draft {
        try draft(added: current.added)
    }

    /// The configuration with one more root, and that root.
    func draft(adding path: FilePath) throws -> (draft: Draft, root: Library) {
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
        case .directory, .file: break
        }
        let root = AddedRoots.Root(path: path, name: Self.name(for: path, among: known))
        let draft = try draft(added: AddedRoots(current.added.roots + [root]))
        guard let library = draft.resolved.configuration.libraries.last(where: { $0.path == path }) else {
            throw RootRefusal.watched(path, as: path)
        }
        return (draft, library)
    }

    /// The configuration without an added root, and the path that root has in it.
    func draft(removing path: FilePath) throws -> (draft: Draft, path: FilePath) {
        let current = self.current
        let libraries = current.resolved.configuration.libraries
        guard let normal = AddedRoots.normalized(path),
            let position = libraries.firstIndex(where: { $0.path == normal })
        else { throw RootRefusal.unknown(path) }
        let origin = current.resolved.origins.libraries[position]
        guard case .addedRoots = origin else { throw RootRefusal.configured(normal, origin) }
        return (try draft(added: AddedRoots(current.added.roots.filter { $0.path != normal })), normal)
    }

    /// Puts a draft in force. The added roots are on the disk first: where they cannot be written nothing changes.
    func adopt(_ draft: Draft) throws {
        if draft.added != current.added {
            try draft.added.save(stateDirectory: draft.resolved.stateDirectory)
        }
        inForce.withLock { $0 = draft }
    }

    private func draft(added: AddedRoots) throws -> Draft {
        let resolved = try Configuration.resolve(
            file: file,
            overrides: overrides,
            environment: environment,
            addedRoots: added,
            files: .patient()
        )
        return Draft(resolved: resolved, added: added)
    }

    private static func areSameFolder(_ one: FilePath, _ other: FilePath, _ files: HostFiles) -> Bool {
        guard let one = files.resolved(one) else { return false }
        return one == files.resolved(other)
    }

    /// The folder's name, with a number where another root has it.
    private static func name(for path: FilePath, among libraries: [Library]) -> String {
        let last = path.bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        let name = FileName(last).display
        let taken = Set(libraries.map(\.name))
        var unique = name
        var number = 2
        while taken.contains(unique) {
            unique = "\(name) (\(number))"
            number += 1
        }
        return unique
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
        if let socket = resolved.configuration.socket {
            json.member("socket", socket.bytes)
        }
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
            json.member("from", origin.description)
            json.endObject()
        }
        json.endArray()
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
