import Glibc
import LineProtocol

/// Paths on the command line as words of the protocol, which knows absolute paths only.
enum PathArgument {
    /// A path, relative or not, or a `file://` uri. No path at all goes as it is, as an unset variable makes it: the daemon refuses
    /// it, and it is not the directory that this one happens to run in.
    static func word(_ argument: String) -> String {
        isURI(argument) || argument.isEmpty ? argument : PathWord.text(of: absolute(Array(argument.utf8)))
    }

    /// What names a photo: an id and a uri as they are; a path, which no id looks like or where a file stands, made absolute.
    /// Anything else goes as it is, and the daemon says what is wrong with it.
    static func photoWord(_ argument: String) -> String {
        if isURI(argument) || argument.utf8.starts(with: "ph://".utf8) || argument.isEmpty { return argument }
        var status = stat()
        let isPath = argument.utf8.first == UInt8(ascii: "/") || argument.utf8.contains(UInt8(ascii: "."))
        return isPath || lstat(argument, &status) == 0 ? word(argument) : argument
    }

    /// The bytes a path argument stands for.
    static func bytes(of argument: String) -> [UInt8] {
        PathWord.path(ofURI: argument) ?? Array(argument.utf8)
    }

    /// Below the directory that this runs in. Where that is gone a relative path stays one, which nobody takes for another.
    static func absolute(_ path: [UInt8]) -> [UInt8] {
        guard path.first != UInt8(ascii: "/") else { return absolute(path, in: []) }
        guard let directory = currentDirectory else { return path }
        return absolute(path, in: directory)
    }

    private static func absolute(_ path: [UInt8], in directory: [UInt8]) -> [UInt8] {
        absolute(path, in: directory, parentBehindLink: parentBehindLink)
    }

    /// `path` below `directory`, without `.`, empty components and a slash at the end.
    ///
    /// `..` after a symbolic link is the folder above the one that it leads to. Any other `..` takes one name away, and the links
    /// before it stay: a library that is configured by the name of one is found by that name.
    ///
    /// - Parameter find: the folder above the one that a symbolic link leads to; `nil` for what is no link, or leads nowhere.
    static func absolute(
        _ path: [UInt8],
        in directory: [UInt8],
        parentBehindLink find: ([UInt8]) -> [UInt8]?
    ) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let whole = path.first == slash ? path : directory + [slash] + path
        var kept: [ArraySlice<UInt8>] = []
        for component in whole.split(separator: slash) where !component.elementsEqual(".".utf8) {
            if !component.elementsEqual("..".utf8) {
                kept.append(component)
            } else if let parent = find(kept.flatMap { [slash] + $0 }) {
                kept = parent.split(separator: slash)
            } else {
                _ = kept.popLast()
            }
        }
        return kept.isEmpty ? [slash] : kept.flatMap { [slash] + $0 }
    }

    private static func isURI(_ argument: String) -> Bool {
        argument.utf8.starts(with: "file://".utf8)
    }

    /// The directory as the shell names it, where `$PWD` is true; `nil` where it is gone. A library that is configured by the name of a
    /// symbolic link is then found by that name.
    private static var currentDirectory: [UInt8]? {
        var here = stat()
        var named = stat()
        if let name = getenv("PWD"), name.pointee == CChar(bitPattern: UInt8(ascii: "/")),
            stat(".", &here) == 0,
            stat(name, &named) == 0, here.st_dev == named.st_dev, here.st_ino == named.st_ino
        {
            return Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
        }
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        let bytes = Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
        // "(unreachable)…" of a disk that was taken away beneath (getcwd(3)).
        return bytes.first == UInt8(ascii: "/") ? bytes : nil
    }

    private static func parentBehindLink(_ path: [UInt8]) -> [UInt8]? {
        var status = stat()
        guard lstat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0,
            status.st_mode & mode_t(S_IFMT) == mode_t(S_IFLNK)
        else { return nil }
        return realPath(path + Array("/..".utf8))
    }

    /// Without links, as the kernel finds it; `nil` where nothing is there.
    static func realPath(_ path: [UInt8]) -> [UInt8]? {
        guard let resolved = realpath(path.map { CChar(bitPattern: $0) } + [0], nil) else { return nil }
        defer { free(resolved) }
        return Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }
}
