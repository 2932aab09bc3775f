import Files
import Glibc
import PhotoModel

/// Why a journal cannot be read or written. The description ends with the remedy.
public enum BatchError: Error, Hashable, Sendable {
    /// A system call failed with an error number.
    case system(operation: String, path: FilePath, code: Int32)
    case noSuch(String)
    case broken(FilePath, line: Int)
    /// A power cut came before anything of the batch was begun; where what is left of the journal is now.
    case torn(FilePath)
    case newer(FilePath, version: Int)
}

extension BatchError {
    /// Whether the process or the machine is short of descriptors or memory: that says nothing of the journal, and passes.
    package var isShortage: Bool {
        if case .system(_, _, let code) = self { ErrorNumber.isShortage(code) } else { false }
    }
}

extension BatchError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let operation, let path, let code):
            "cannot \(operation) \(path.display): \(ErrorNumber.text(of: code)); \(ErrorNumber.remedy(of: code))"
        case .noSuch(let batch): "there is no batch \(batch); “batches” lists them"
        case .broken(let path, let line):
            "\(path.display) is damaged at line \(line), or of a newer photod; the files are where they are, move "
                + "the journal away to give the batch up"
        case .torn(let path):
            "a power cut has torn a journal before anything of its batch was begun; what is left of it is "
                + "\(path.display), delete it"
        case .newer(let path, let version):
            "\(path.display) has version \(version), this photod knows version 1 only; "
                + "install the newer photod again"
        }
    }
}
