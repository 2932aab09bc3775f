import FolderWatch
import PhotoModel

/// Counts the files a first sweep will read, so that its progress has an end in sight. Nothing depends on it.
package enum Survey {
    package static func count(below path: FilePath, until isStopped: () -> Bool) -> Int {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var count = 0
        let root = path
        var rest = [root]
        while !isStopped(), let path = rest.popLast() {
            // A root may be a link; below it links lead to roots of their own.
            let opened =
                path == root ? try? DirectoryReader(rootPath: path) : try? DirectoryReader(path: path)
            guard let directory = opened else { continue }
            // A folder that cannot be listed is not counted; the sweep says what is wrong with it.
            try? directory.forEachEntry(buffer: buffer) { entry in
                guard entry.name.first != UInt8(ascii: ".") else { return }
                let name = FileName(Array(entry.name))
                if entry.kind == .directory {
                    rest.append(path.appending(name))
                } else if entry.kind == .file, let format = name.format, format.kind != .sidecar {
                    count += 1
                }
            }
        }
        return count
    }
}
