import Glibc
import PhotoModel

extension ErrorNumber {
    /// What a user does about a file or folder of which a system call failed: half a sentence.
    public static func remedy(of code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "free some space on that file system"
        case EACCES, EPERM: "make it readable and writable for the user photod runs as"
        case EROFS: writableRemedy
        case ENOENT: "it went away meanwhile; try again"
        case EIO: "check the disk (see the kernel's log)"
        case EFBIG: "raise the limit of file sizes (ulimit -f), or choose a file system for large files"
        case EMFILE, ENFILE: "raise the limit of open files"
        case ENAMETOOLONG: "shorten its name or those of its folders (of an import: layout and group)"
        default: "check that folder and try again"
        }
    }

    /// What is to be done where a file system takes no change. A unit closes folders to its service by such mounts as well.
    public static let writableRemedy =
        "mount it writable, or let photod write there (ReadWritePaths= in a drop-in of photod@USER.service)"
}
