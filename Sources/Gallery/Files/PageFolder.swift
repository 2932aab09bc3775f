import Files
import Glibc
import PhotoModel

/// Where the page's files lie: beside the program where it was built, below its prefix where it was installed.
public enum PageFolder {
    /// As the package manager calls the folder that it copies a module's files into.
    private static let built = "photod_GalleryPage.resources/Page"
    private static let installed = "share/photod/gallery"

    /// `nil` where there is none.
    ///
    /// - Parameter program: the running program's own file.
    public static func find(program: FilePath) -> FilePath? {
        let bin = program.parent
        let places = [
            FilePath(bin.bytes + Array("/\(built)".utf8)),
            FilePath(bin.parent.bytes + Array("/\(installed)".utf8)),
        ]
        return places.first { place in
            (try? FileStatus(path: place.appending(IndexPage.name)))?.isRegularFile ?? false
        }
    }

    /// The running program's own file.
    public static func program() -> FilePath? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        return FilePath(buffer.prefix(count).map { UInt8(bitPattern: $0) })
    }
}
