import ImportRules
import PhotoModel

/// A folder that someone wants imported from, before it is checked.
struct ImportCandidate {
    var path: FilePath
    /// `nil`: the only library there is.
    var into: FilePath?
    var action: ImportAction = .move
    var layout: LayoutTemplate = .standard
    var duplicates: DuplicatePolicy = .keep
    var origin: ValueOrigin
    /// The lines of the keys that may be at fault.
    var lines: [String: Int] = [:]

    /// Where a key comes from.
    func origin(of key: String) -> ValueOrigin {
        guard case .file(let file, let line) = origin else { return origin }
        return .file(file, line: lines[key] ?? line)
    }

    /// For errors: the key in a file, nothing elsewhere.
    func key(_ key: String) -> String? {
        if case .file = origin { "import.\(key)" } else { nil }
    }

    /// Import folders of the command line, else the file's.
    static func configured(
        file: ConfigurationFile?,
        overrides: CommandLineOverrides,
        environment: ProcessEnvironment,
        files: HostFiles
    ) throws(ConfigurationError) -> [ImportCandidate] {
        var candidates: [ImportCandidate] = []
        guard overrides.imports.isEmpty else {
            for text in overrides.imports {
                candidates.append(try fromCommandLine(text, environment: environment, files: files))
            }
            return candidates
        }
        guard let file else { return [] }
        return file.imports.map { entry in
            ImportCandidate(
                path: entry.path.value,
                into: entry.into?.value,
                action: entry.action?.value ?? .move,
                layout: entry.layout?.value ?? .standard,
                duplicates: entry.duplicates?.value ?? .keep,
                origin: .file(file.path, line: entry.path.line),
                lines: ["into": entry.into?.line, "action": entry.action?.line].compactMapValues { $0 }
            )
        }
    }

    /// Of `DIR=INTO`. The first equals sign parts them: a folder that has one in its name goes into the file.
    private static func fromCommandLine(
        _ text: FilePath,
        environment: ProcessEnvironment,
        files: HostFiles
    ) throws(ConfigurationError) -> ImportCandidate {
        let parts = text.bytes.split(
            separator: UInt8(ascii: "="),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw ConfigurationError(
                origin: .commandLine(option: "--import"),
                problem: "\"\(text.display)\" does not say from where to where",
                remedy: "write --import DIR=INTO"
            )
        }
        return ImportCandidate(
            path: try CommandLinePath.named(
                FilePath(Array(parts[0])),
                option: "--import",
                environment: environment,
                files: files
            ),
            into: try CommandLinePath.named(
                FilePath(Array(parts[1])),
                option: "--import",
                environment: environment,
                files: files
            ),
            origin: .commandLine(option: "--import")
        )
    }
}
