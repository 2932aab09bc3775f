import Files
import Glibc
import PhotoModel

/// Looking at what is watched: why it cannot be looked at decides what becomes of it.
extension FileStatus {
    /// The status of an open file or directory.
    public init(of descriptor: Int32) throws(FolderError) {
        do throws(CallFailure) { try self.init(descriptor: descriptor) } catch {
            throw FolderError(error.code)
        }
    }

    /// The status of an entry of an open directory; a symbolic link's own.
    ///
    /// `name` is a C string, as `DirectoryReader.forEachEntry` hands it out.
    public init(of name: UnsafePointer<CChar>, in directory: Int32) throws(FolderError) {
        do throws(CallFailure) { try self.init(entry: name, in: directory) } catch {
            throw FolderError(error.code)
        }
    }

    public init(of name: FileName, in directory: Int32) throws(FolderError) {
        do throws(CallFailure) { try self.init(name, in: directory) } catch { throw FolderError(error.code) }
    }

    /// The same; `nil` where it is gone. A disk that does not answer is an error.
    package init?(existing name: FileName, in directory: Int32) throws(FolderError) {
        do throws(FolderError) {
            self = try FileStatus(of: name, in: directory)
        } catch {
            guard error == .missing else { throw error }
            return nil
        }
    }

    /// The status of what an absolute path leads to.
    public init(following path: FilePath) throws(FolderError) {
        do throws(CallFailure) { try self.init(path: path, following: true) } catch {
            throw FolderError(error.code)
        }
    }

    /// The status of what stands at an absolute path of any length; a symbolic link's own.
    public init(at path: FilePath) throws(FolderError) {
        guard path.bytes.count < Int(PATH_MAX) else {
            // The kernel takes no path as long as that.
            let folder = try DirectoryReader(rootPath: path.parent)
            try self.init(of: path.lastName, in: folder.descriptor)
            return
        }
        do throws(CallFailure) { try self.init(path: path) } catch { throw FolderError(error.code) }
    }
}
