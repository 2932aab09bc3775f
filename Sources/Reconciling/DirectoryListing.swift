import FolderWatch
import PhotoModel

/// The files of one directory that matter, in the order of their names, and its subdirectories.
struct DirectoryListing {
    struct File {
        let name: FileName
        let format: FileFormat
    }

    var files: [File] = []
    var directories: [FileName] = []
    /// Their inodes as the kernel listed them, which are not those of what is mounted on them.
    var directoryInodes: [UInt64] = []
    /// It holds `.nomedia` or the like: nothing in it is ours.
    var isHidden = false

    mutating func sort() {
        files.sort { $0.name < $1.name }
    }

    /// The position of a name, or where it would be.
    func position(of name: some Collection<UInt8>) -> Int {
        var low = 0
        var high = files.count
        while low < high {
            let middle = (low + high) / 2
            if files[middle].name.bytes.lexicographicallyPrecedes(name) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
