import PhotoModel

/// The user's own folder of pictures, as desktops agree on it (xdg-user-dirs).
enum PicturesFolder {
    /// `XDG_PICTURES_DIR` of `$XDG_CONFIG_HOME/user-dirs.dirs`, else `~/Pictures`; `nil` without a home.
    ///
    /// An entry that is the home directory itself says that the user wants no such folder; the default stands
    /// then.
    static func locate(environment: ProcessEnvironment, files: HostFiles) -> FilePath? {
        guard let home = environment.homeDirectory else { return nil }
        let fallback = PathText.normalized(home.bytes + Array("/Pictures".utf8))
        guard let configuration = environment.path("XDG_CONFIG_HOME", orInHome: ".config") else {
            return fallback
        }
        do throws(FileReadError) {
            let bytes = try files.contents(configuration.appending(FileName("user-dirs.dirs")))
            guard let folder = entry(in: bytes, home: home), folder != home else { return fallback }
            return folder
        } catch {
            // Most machines without a desktop have no such file, and one that cannot be read decides nothing.
            return fallback
        }
    }

    /// The last line counts, as in the shell that the file is written for.
    private static func entry(in bytes: [UInt8], home: FilePath) -> FilePath? {
        let marker = Array("XDG_PICTURES_DIR=\"".utf8)
        var found: FilePath?
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard line.starts(with: marker) else { continue }
            var value: [UInt8] = []
            var rest = line.dropFirst(marker.count)
            while let byte = rest.first, byte != UInt8(ascii: "\"") {
                rest = rest.dropFirst()
                if byte == UInt8(ascii: "\\"), let escaped = rest.first {
                    value.append(escaped)
                    rest = rest.dropFirst()
                } else {
                    value.append(byte)
                }
            }
            let variable = Array("$HOME".utf8)
            if value.starts(with: variable) { value = home.bytes + value.dropFirst(variable.count) }
            if value.first == UInt8(ascii: "/") { found = PathText.normalized(value) }
        }
        return found
    }
}
