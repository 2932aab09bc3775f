import PhotoModel

/// What a time zone is made of, as found on this machine.
public enum ZoneData: Sendable, Hashable {
    /// The bytes of a TZif file.
    case file([UInt8])
    /// A value of `TZ` that names no file: perhaps a POSIX rule, `CET-1CEST,M3.5.0,M10.5.0/3`.
    case rule(String)
    case utc

    /// Finds the configured zone.
    ///
    /// `.system` never fails for want of a file: no `/etc/localtime` means UTC, as for every program.
    public static func load(
        _ choice: TimeZoneChoice,
        environment: ProcessEnvironment,
        files: HostFiles = .local
    ) throws(ZoneDataError) -> ZoneData {
        switch choice {
        case .named(let name): try named(name, environment: environment, files: files)
        case .system: try system(environment: environment, files: files)
        }
    }

    static func named(
        _ name: String,
        environment: ProcessEnvironment,
        files: HostFiles
    ) throws(ZoneDataError) -> ZoneData {
        guard isZoneName(name) else { throw .notAName(name) }
        let folder = environment.absolutePath("TZDIR") ?? FilePath("/usr/share/zoneinfo")
        if let zone = try file(folder.appending(FileName(name)), files: files) { return zone }
        throw files.kind(folder) == .missing ? .noDatabase(folder) : .unknown(name)
    }

    /// Segments of letters, digits, `+`, `-` and `_`: a name cannot lead out of the database.
    private static func isZoneName(_ name: String) -> Bool {
        name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            segment in
            !segment.isEmpty
                && segment.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                        UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
    }

    private static func system(
        environment: ProcessEnvironment,
        files: HostFiles
    ) throws(ZoneDataError) -> ZoneData {
        guard var value = environment.variables["TZ"] else {
            return try file(FilePath("/etc/localtime"), files: files) ?? .utc
        }
        // tzset(3): empty is UTC, and a colon before a file's name is optional.
        if value.first == UInt8(ascii: ":") { value.removeFirst() }
        if value.isEmpty { return .utc }
        if value.first == UInt8(ascii: "/") {
            return try file(PathText.normalized(value), files: files)
                ?? .rule(String(decoding: value, as: UTF8.self))
        }
        let text = String(decoding: value, as: UTF8.self)
        do throws(ZoneDataError) {
            return try named(text, environment: environment, files: files)
        } catch {
            switch error {
            case .notAName, .unknown, .noDatabase: return .rule(text)
            case .notAZone, .unreadable: throw error
            }
        }
    }

    /// `nil` where there is no such file.
    private static func file(_ path: FilePath, files: HostFiles) throws(ZoneDataError) -> ZoneData? {
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try files.contents(path)
        } catch {
            if error == .missing { return nil }
            throw .unreadable(path, error)
        }
        guard bytes.starts(with: "TZif".utf8) else { throw .notAZone(path) }
        return .file(bytes)
    }
}

/// Why there is no such zone.
public enum ZoneDataError: Error, Hashable, Sendable, CustomStringConvertible {
    case notAName(String)
    case unknown(String)
    case noDatabase(FilePath)
    case notAZone(FilePath)
    case unreadable(FilePath, FileReadError)

    var problem: String {
        switch self {
        case .notAName(let name), .unknown(let name): "\"\(name)\" is no time zone"
        case .noDatabase(let folder): "there is no time zone database (\(folder.display))"
        case .notAZone(let path): "\(path.display) is no time zone file"
        case .unreadable(let path, let error): "\(path.display): \(error.text)"
        }
    }

    var remedy: String {
        switch self {
        case .notAName, .unknown:
            "write a name such as \"Europe/Paris\" (timedatectl list-timezones), or \"system\""
        case .noDatabase: "install the package tzdata"
        case .notAZone: "choose another zone, or reinstall the package tzdata"
        case .unreadable(_, let error): error.remedy
        }
    }

    public var description: String { "\(problem); \(remedy)" }
}
