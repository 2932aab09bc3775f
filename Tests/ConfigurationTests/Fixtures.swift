import Foundation
import PhotoModel
import Testing

@testable import PhotodConfiguration

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
    /// The file systems of folders; all others are on one ext4.
    var fileSystems: [String: FileSystemAbilities] = [:]
    static let ext4 = FileSystemAbilities(device: 1, type: 0xEF53)

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
            abilities: { [self] path in
                let real = resolve(path.display)
                return folders.contains(real) ? fileSystems[real] ?? Self.ext4 : nil
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
