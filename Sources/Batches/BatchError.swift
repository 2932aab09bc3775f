import Files
import Glibc
import PhotoModel

/// Why a journal cannot be read or written. The description ends with the remedy.
public enum BatchError: Error, Hashable, Sendable {
    /// A system call failed with an error number.
    case system(operation: String, path: FilePath, code: Int32)
    case noSuch(String)
    case broken(FilePath, line: Int)
    case newer(FilePath, version: Int)
}

extension BatchError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let operation, let path, let code):
            "cannot \(operation) \(path.display): \(ErrorNumber.text(of: code)); \(ErrorNumber.remedy(of: code))"
        case .noSuch(let batch): "there is no batch \(batch); “batches” lists them"
        case .broken(let path, let line):
            "\(path.display) is damaged at line \(line); the files are where they are, move "
                + "the journal away to give the batch up"
        case .newer(let path, let version):
            "\(path.display) has version \(version), this photod knows version 1 only; "
                + "install the newer photod again"
        }
    }
}
