import PhotoModel

/// The user's own folder of pictures, as desktops agree on it (xdg-user-dirs).
enum PicturesFolder {
    /// `XDG_PICTURES_DIR` of `$XDG_CONFIG_HOME/user-dirs.dirs`, else `~/Pictures`; `nil` without a home.
    ///
    /// An entry that is the home directory itself says that the user wants no such folder; the default stands
    /// then, as it does on most machines without a desktop, which have no such file.
    ///
    /// - Throws: where the file is there and cannot be read: another folder in its place would be another library.
    static func locate(
        environment: ProcessEnvironment,
        files: HostFiles
    ) throws(ConfigurationError) -> FilePath? {
        guard let home = environment.homeDirectory else { return nil }
        let fallback = PathText.normalized(home.bytes + Array("/Pictures".utf8))
        guard let configuration = environment.path("XDG_CONFIG_HOME", orInHome: ".config") else {
            return fallback
        }
        let file = configuration.appending(FileName("user-dirs.dirs"))
        do throws(FileReadError) {
            guard let folder = entry(in: try files.contents(file), home: home), folder != home else {
                return fallback
            }
            return folder
        } catch {
            // A device in its place is how some switch it off.
            if error == .missing || error == .notAFile { return fallback }
            throw ConfigurationError(
                origin: .builtIn,
                problem: "\(file.display), which names the folder of pictures: \(error.text)",
                remedy: error == .tooLarge
                    ? "mend it, or write a [[library]]" : "\(error.remedy), or write a [[library]]"
            )
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
