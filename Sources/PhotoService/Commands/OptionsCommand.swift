import Glibc
import LineProtocol
import LineServer
import PhotoModel
import PhotodConfiguration
import Roots
import WatchedLibrary

/// `options`: what holds in a folder, key by key, and where each value comes from.
extension ReadingCommands {
    func options(_ arguments: Arguments) throws -> Rest {
        guard let asked = try arguments.path() else {
            throw arguments.failure("which folder? write: \(arguments.definition.usage)")
        }
        guard let path = AddedRoots.normalized(asked),
            let found = context.library.run.optionCascade(at: path)
        else { throw Self.noFolder("\(asked.display) lies in no root: “roots” lists them") }
        let answer = OptionsAnswer(context: context, cascade: found.cascade, root: found.root, path: path)
        let isAway = found.root.state == .offline
        let look = DiskLook(root: found.root.key) {
            // What is offline may be there.
            guard isAway || Self.isThere(path) else {
                return { _ in
                    throw Self.noFolder("there is no \(path.display): write the path of what is there")
                }
            }
            return answer.write
        } unanswered: {
            try answer.write(to: $0)
        }
        return looks.rest(look)
    }

    private static func noFolder(_ message: String) -> ProtocolError {
        ProtocolError(code: .noSuch, command: "options", message: message)
    }

    private static func isThere(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString { lstat($0, &status) } == 0 || errno != ENOENT && errno != ENOTDIR
    }
}

/// The lines of a reply to `options`.
private struct OptionsAnswer: Sendable {
    let context: CommandContext
    let cascade: OptionCascade
    let root: LibraryRoot
    let path: FilePath

    @Sendable func write(to writer: ReplyWriter) throws {
        let resolved = context.configuration.resolved
        let isConfigured = if case .file = resolved.origins.timeZone { true } else { false }
        let report = OptionReport(
            cascade,
            zone: (resolved.configuration.timeZone, isConfigured: isConfigured)
        )
        let origin = OptionOrigin(root: root, path: path, configuration: context.configuration.file)
        try OptionLines(writer: writer, report: report, origin: origin).write()
    }
}

private struct OptionLines {
    let writer: ReplyWriter
    let report: OptionReport
    let origin: OptionOrigin

    func write() throws {
        try writeGroup()
        try writeIgnore()
        try writeTimeZone()
        begin("follow-symlinks")
        writer.json.bool(report.followsLinks)
        try end(report.followsLinksSource)
        begin("write")
        writer.json.string(report.write.rawValue)
        try end(report.writeSource)
    }

    private func writeGroup() throws {
        begin("group")
        if let group = report.group { writer.json.string(group) } else { writer.json.null() }
        try end(report.groupSource)
    }

    private func writeTimeZone() throws {
        begin("timezone")
        writer.json.string(report.timeZone)
        try end(report.timeZoneSource)
    }

    /// Patterns of several places add up: `from` is the nearest, and `parts` tells them apart.
    private func writeIgnore() throws {
        begin("ignore")
        write(report.ignore.flatMap(\.patterns))
        guard report.ignore.count > 1 else {
            return try end(report.ignore.last?.source ?? .builtIn)
        }
        writer.json.key("parts")
        writer.json.beginArray()
        for part in report.ignore {
            writer.json.beginObject()
            writer.json.key("value")
            write(part.patterns)
            origin.write(part.source, to: &writer.json)
            writer.json.endObject()
        }
        writer.json.endArray()
        try end(report.ignore.last?.source ?? .builtIn)
    }

    private func write(_ patterns: [String]) {
        writer.json.beginArray()
        for pattern in patterns { writer.json.string(pattern) }
        writer.json.endArray()
    }

    private func begin(_ key: StaticString) {
        writer.json.beginObject()
        writer.json.member("key", key)
        writer.json.key("value")
    }

    private func end(_ source: OptionReport.Source) throws {
        origin.write(source, to: &writer.json)
        writer.json.endObject()
        try writer.endLine()
    }
}

/// Says where values come from.
struct OptionOrigin {
    let root: LibraryRoot
    let path: FilePath
    /// The configuration file, where there is one.
    let configuration: FilePath?

    func write(_ source: OptionReport.Source, to json: inout JSONWriter) {
        switch source {
        case .builtIn: json.member("from", "default" as StaticString)
        case .configuration: json.member("from", (configuration ?? FilePath([])).bytes)
        case .folder(let depth): json.member("from", root.optionsFile(depth: depth, above: path).bytes)
        }
    }
}
