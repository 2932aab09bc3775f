import Glibc
import PhotoModel

/// What the kernel and the system tell in text.
enum TextFile {
    /// `nil` where it cannot be read.
    static func bytes(_ path: String) -> [UInt8]? { try? WholeContent.read(FilePath(path)) }

    static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

    static func number(_ path: String) -> Int? {
        guard let text = text(path) else { return nil }
        return Int(text.prefix { $0.isNumber })
    }

    /// The names in a folder, without the hidden ones; none where it cannot be listed.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    /// What a symbolic link says; `nil` where it cannot be read.
    static func link(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
            }
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
