import PhotoModel
import TOMLKit

/// The keys of one TOML file, and on which line each stands.
struct TOMLDocument {
    let table: TOMLTable
    let lines: KeyLines

    /// Reads the bytes of a file that is called `path` in errors.
    init(_ bytes: [UInt8], path: FilePath) throws(ConfigurationError) {
        let origin = ValueOrigin.file(path, line: nil)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(
                origin: origin,
                problem: "the file is not UTF-8",
                remedy: "save it as UTF-8"
            )
        }
        // The parser takes a C string: what stands behind a NUL would be silently left out.
        if let position = bytes.firstIndex(of: 0) {
            let line = bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1
            throw ConfigurationError(
                origin: .file(path, line: line),
                problem: "the file holds a NUL character",
                remedy: "remove it"
            )
        }
        lines = KeyLines(bytes)
        if let refusal = lines.refusal {
            throw ConfigurationError(
                origin: .file(path, line: refusal.line),
                problem: refusal.problem,
                remedy: refusal.remedy
            )
        }
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(
                origin: .file(path, line: error.source.begin.line),
                problem: error.description,
                remedy: "mend the TOML at column \(error.source.begin.column)"
            )
        } catch {
            throw ConfigurationError(origin: origin, problem: "\(error)", remedy: "mend the TOML")
        }
    }
}
