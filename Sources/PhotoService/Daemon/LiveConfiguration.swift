import CaptureRules
import Configuration
import LineProtocol
import PhotoModel
import Synchronization

/// The configuration in force, and how to read it again.
public final class LiveConfiguration: Sendable {
    private struct State {
        var resolved: ResolvedConfiguration
        var added: AddedRoots
    }

    public let file: FilePath?
    private let overrides: CommandLineOverrides
    private let environment: ProcessEnvironment
    private let state: Mutex<State>

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
            addedRoots: added
        )
        state = Mutex(State(resolved: resolved, added: added))
    }

    public var resolved: ResolvedConfiguration { state.withLock { $0.resolved } }

    /// The libraries with whether a command added them.
    var libraries: [(library: Library, isAdded: Bool)] {
        state.withLock { state in
            let added = Set(state.added.roots.map(\.path))
            return state.resolved.configuration.libraries.map { ($0, added.contains($0.path)) }
        }
    }

    /// The zone for dates without an offset, read from this machine's files.
    func zone() throws -> ZoneOffsets {
        switch try ZoneData.load(resolved.configuration.timeZone, environment: environment) {
        case .file(let bytes): try ZoneOffsets(zoneFile: bytes)
        case .rule(let text): try ZoneOffsets(rule: text)
        case .utc: .utc
        }
    }

    /// Reads the file again. Where something is wrong the old configuration stays in force.
    func reload() throws {
        try replace(added: state.withLock { $0.added })
    }

    /// Adds a root for good. Where it is refused nothing changes.
    func add(_ path: FilePath) throws -> Library {
        let added = state.withLock { $0.added }
        let name = FileName(path.bytes.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []).display
        let taken = Set(state.withLock { $0.resolved.configuration.libraries.map(\.name) })
        var unique = name
        var number = 2
        while taken.contains(unique) {
            unique = "\(name) (\(number))"
            number += 1
        }
        let wanted = AddedRoots(added.roots + [AddedRoots.Root(path: path, name: unique)])
        let library = try replace(added: wanted).configuration.libraries.last { $0.path == path }
        try wanted.save(stateDirectory: resolved.stateDirectory)
        return library ?? Library(name: unique, path: path)
    }

    /// Takes an added root back.
    func remove(_ path: FilePath) throws {
        let added = state.withLock { $0.added }
        let wanted = AddedRoots(added.roots.filter { $0.path != path })
        try wanted.save(stateDirectory: resolved.stateDirectory)
        try replace(added: wanted)
    }

    @discardableResult
    private func replace(added: AddedRoots) throws -> ResolvedConfiguration {
        let resolved = try Configuration.resolve(
            file: file,
            overrides: overrides,
            environment: environment,
            addedRoots: added
        )
        state.withLock { state in
            state.resolved = resolved
            state.added = added
        }
        return resolved
    }

    // MARK: The reply to `config`

    func write(to json: inout JSONWriter) {
        let resolved = self.resolved
        if let file {
            json.member("file", file.bytes)
        }
        json.member("stateDirectory", resolved.stateDirectory.bytes)
        json.key("timezone")
        switch resolved.configuration.timeZone {
        case .system: json.string("system")
        case .named(let name): json.string(name)
        }
        json.member("logLevel", resolved.configuration.logLevel.rawValue)
        if let socket = resolved.configuration.socket {
            json.member("socket", socket.bytes)
        }
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
            json.member("from", origin.description)
            json.endObject()
        }
        json.endArray()
    }
}
