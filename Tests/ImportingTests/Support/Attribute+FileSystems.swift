import PhotoModel
import TestSupport

extension Attribute {
    /// Whether the file systems of temporary folders and of memory have attributes of users.
    static let areKept: Bool = {
        guard OtherFileSystem.isThere, let here = try? TemporaryFolder(), let there = try? OtherFileSystem()
        else { return false }
        return [here.location, there.path].allSatisfy { folder in
            do {
                try Disk.write("", to: folder + "file")
                return try set("user.rating", [1], of: folder + "file")
            } catch { return false }
        }
    }()
}
