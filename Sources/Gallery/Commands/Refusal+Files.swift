import Files
import Glibc
import LineProtocol
import PhotoModel

extension Refusal {
    /// A file that cannot be opened.
    init(opening error: any Error) {
        if error is FileThreads.NoAnswer {
            self.init(
                status: 503,
                name: "no-answer",
                "the file’s disk or mount does not answer: other files are shown meanwhile"
            )
            return
        }
        if error is FileThreads.NoThread {
            self.init(
                status: 503,
                name: "no-thread",
                "the system gives no thread to read files: raise the limit of processes (ulimit -u, TasksMax=) or of memory (ulimit -v)"
            )
            return
        }
        guard let failure = error as? CallFailure else {
            self.init(status: 503, name: "cancelled", "the file was not waited for")
            return
        }
        switch failure.code {
        case ENOENT, ENOTDIR:
            self.init(.noSuch, command: "", "the file is not there: its folder may be offline")
        case EACCES, EPERM: self.init(.permission, command: "", failure.description)
        case EINVAL, ELOOP, ENXIO: self.init(.unsupported, command: "", "this is no regular file")
        default: self.init(.system, command: "", failure.description)
        }
    }
}
