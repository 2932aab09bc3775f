import Foundation
import PhotoModel
import Testing

@testable import Configuration

/// A file system in memory: folders, files and links to folders.
struct PretendFiles {
    var folders: Set<String> = ["/home/anna/Pictures", "/usr/share/zoneinfo", "/photos", "/backup"]
    var files: [String: [UInt8]] = [
        "/usr/share/zoneinfo/Europe/Paris": Array("TZif2paris".utf8),
        "/usr/share/zoneinfo/tzdata.zi": Array("# version".utf8),
        "/etc/localtime": Array("TZif2local".utf8),
    ]
    var links: [String: String] = [:]
    var unreachable: [String: CInt] = [:]

    var host: HostFiles {
        HostFiles(
            kind: { [self] path in
                let text = path.display
                if let code = unreachable[text] { return .unreachable(code) }
                let real = resolve(text)
                return folders.contains(real) ? .directory : files[real] != nil ? .file : .missing
            },
            resolved: { [self] path in
                let real = resolve(path.display)
                return folders.contains(real) || files[real] != nil ? FilePath(real) : nil
            },
            contents: { [self] path throws(FileReadError) in
                if let code = unreachable[path.display] { throw .system(code) }
                guard let bytes = files[path.display] else {
                    throw folders.contains(path.display) ? .notAFile : .missing
                }
                return bytes
            }
        )
    }

    private func resolve(_ text: String) -> String {
        if let target = links[text] { return target }
        // What a shell would make of one `..` at the end of a path.
        guard text.hasSuffix("/..") else { return text }
        let parts = text.split(separator: "/").dropLast(2)
        return "/" + parts.joined(separator: "/")
    }
}

extension ProcessEnvironment {
    static func pretended(_ variables: [String: String] = [:], home: String? = "/home/anna")
        -> ProcessEnvironment
    {
        ProcessEnvironment(
            variables: variables.mapValues { Array($0.utf8) },
            homeDirectory: home.map { FilePath($0) },
            workingDirectory: FilePath("/home/anna/desk")
        )
    }
}

/// What a failing call says; empty where it does not fail.
func message<Failure: Error>(_ body: () throws(Failure) -> some Any) -> String {
    do throws(Failure) {
        _ = try body()
        return ""
    } catch {
        return "\(error)"
    }
}

/// A directory of its own, removed with the value.
final class TemporaryDirectory {
    let path: FilePath

    init() throws {
        var template = Array(
            "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/photod-XXXXXX".utf8CString
        )
        guard mkdtemp(&template) != nil else { throw SystemError(code: errno) }
        path = FilePath(template.dropLast().map { UInt8(bitPattern: $0) })
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path.display)
        } catch {
            Issue.record("\(path.display) cannot be removed: \(error)")
        }
    }

    func write(_ name: String, _ text: String) throws -> FilePath {
        let file = path.appending(FileName(name))
        try Descriptor(file, flags: O_WRONLY | O_CREAT | O_TRUNC).write(Array(text.utf8))
        return file
    }
}

/// SplitMix64: a failing run is repeated by its printed seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    mutating func bytes(upTo most: Int, from alphabet: [UInt8]) -> [UInt8] {
        let count = Int.random(in: 0...most, using: &self)
        return (0..<count).map { _ in alphabet.randomElement(using: &self) ?? 0x20 }
    }
}
