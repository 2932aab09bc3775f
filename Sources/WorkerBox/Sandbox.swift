import CSeccomp
import CShims
import ExtractionWire
import Glibc

/// What holds the worker while it reads hostile bytes: limits, Landlock and a filter of system calls.
struct Sandbox {
    /// Landlock's version in force; 0 where there is none.
    let landlock: Int
    /// What holds the sandbox together.
    let libraries: [WorkerHello.Library]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A photo's metadata takes well under a megabyte. What asks for more than this is up to no good.
    private static let memoryLimit: UInt64 = 512 << 20

    /// A picture that is decoded whole before it is made smaller, as those of HEIC files are, has three or four bytes a pixel
    /// and is there twice for a moment; stacks of threads are counted, too.
    private static let pictureMemoryLimit: UInt64 = 1 << 30

    /// Memory that is only read is none of the above, but the tables of its pages are memory, too: two thousandths of
    /// it. No file that is mapped is as long.
    private static let addressSpaceLimit: UInt64 = 64 << 30

    /// The stack is none of the above either, and whoever started the daemon may have set no limit.
    private static let stackLimit: UInt64 = 8 << 20

    /// What is drawn goes into files of the user's disk, which must not be filled.
    private static let pictureFileLimit: UInt64 = 512 << 20

    /// A message's descriptors, the four the worker has, and some room.
    private static let descriptorLimit: UInt64 = 64

    /// Enters the sandbox for good. Everything that opens files must have happened before.
    ///
    /// Landlock restricts the calling thread, so this comes before there is a second one.
    static func enter(_ needs: SandboxNeeds) throws(Failure) -> Sandbox {
        let memoryLimit = needs.contains(.decodesPictures) ? pictureMemoryLimit : memoryLimit
        guard
            photod_limit_data(memoryLimit) == 0, photod_limit_address_space(addressSpaceLimit) == 0,
            photod_limit_stack(stackLimit) == 0, photod_limit_core(0) == 0,
            photod_limit_descriptors(descriptorLimit) == 0
        else { throw Failure(description: "limits cannot be set: error \(errno)") }
        if needs.contains(.decodesPictures) {
            // A picture that grows beyond that is refused, and is no reason to end.
            signal(SIGXFSZ, SIG_IGN)
            guard photod_limit_file_size(pictureFileLimit) == 0 else {
                throw Failure(description: "limits cannot be set: error \(errno)")
            }
        }
        guard photod_renounce_privileges() == 0 else {
            throw Failure(description: "no_new_privs cannot be set: error \(errno)")
        }
        // A kernel or service that denies Landlock leaves the system call filter, which lets no file be opened either.
        let landlock = max(0, photod_landlock_deny_all())
        let libraries = [filterVersion()].compactMap { $0 }
        try SystemCallFilter.install(socket: workerSocket, needs)
        try probe()
        return Sandbox(landlock: Int(landlock), libraries: libraries)
    }

    /// Trust, but look: a call that would be let through without the filter must be refused.
    private static func probe() throws(Failure) {
        let descriptor = open("/", O_RDONLY | O_CLOEXEC)
        guard descriptor < 0, errno == EPERM else {
            if descriptor >= 0 { close(descriptor) }
            throw Failure(description: "the system call filter is not in force")
        }
    }

    private static func filterVersion() -> WorkerHello.Library? {
        guard let version = seccomp_version() else { return nil }
        return WorkerHello.Library(
            name: "libseccomp",
            version: "\(version.pointee.major).\(version.pointee.minor).\(version.pointee.micro)"
        )
    }
}
