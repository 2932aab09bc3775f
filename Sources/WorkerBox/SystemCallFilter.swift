import CSeccomp
import Glibc

/// The system calls a worker may make: enough to read descriptors it was passed and to answer.
enum SystemCallFilter {
    /// Loads the filter. What is not named below kills the process.
    static func install(socket: Int32, _ needs: SandboxNeeds) throws(Sandbox.Failure) {
        guard let context = seccomp_init(photod_seccomp_kill_process) else {
            throw Sandbox.Failure(description: "no memory for the system call filter")
        }
        defer { seccomp_release(context) }
        try check(seccomp_attr_set(context, SCMP_FLTATR_CTL_TSYNC, 1), "synchronising threads")
        // Calls by other doors, for 32 bits and x32, are not held against the names below.
        try check(
            seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, photod_seccomp_kill_process),
            "calls of other machines"
        )

        for name in [
            "pread64", "lseek", "close", "brk", "munmap", "mremap", "futex", "fstat", "exit_group",
            "getrandom",
        ] {
            try allow(name, [], in: context)
        }
        // On most machines no system call at all, but one where the clock cannot be read in user space.
        try allow("clock_gettime", [], in: context)
        // Only to the daemon and, for last words, to the log.
        try allow("sendmsg", [equals(0, UInt64(socket))], in: context)
        try allow("recvmsg", [equals(0, UInt64(socket))], in: context)
        try allow("write", [equals(0, UInt64(STDERR_FILENO))], in: context)
        // Memory, but none to run, and none that is not counted: what is shared, or grows like a stack, is no data to
        // the kernel, and huge pages are taken from a store of their own.
        let isData = lacks(2, UInt64(PROT_EXEC))
        try allow("mmap", [isData, isPrivate(MAP_ANONYMOUS, among: MAP_ANONYMOUS)], in: context)
        if needs.contains(.mapsFiles) {
            // One condition for both: a rule may hold an argument against one mask only.
            let isReadOnly = lacks(2, UInt64(PROT_EXEC | PROT_WRITE))
            try allow("mmap", [isReadOnly, isPrivate(0, among: 0)], in: context)
        }
        try allowThreadsThatClose(in: context)
        if needs.contains(.startsThreads) { try allowThreads(in: context) }
        if needs.contains(.writesTargets) {
            for name in ["pwrite64", "ftruncate"] { try allow(name, [], in: context) }
        }

        // Libraries ask such things out of habit and live with a refusal; with its first thread the C library takes a signal,
        // with the ninth it counts processors, and where it has memory to give back it does so.
        if !needs.contains(.startsThreads) {
            for name in ["rt_sigaction", "sched_getaffinity", "madvise"] {
                try add(photod_seccomp_errno(UInt16(EPERM)), name, [], to: context)
            }
        }
        for name in [
            "open", "openat", "readlink", "readlinkat", "access", "faccessat", "faccessat2", "stat", "lstat",
            "statx",
            "newfstatat", "ioctl", "uname", "sysinfo", "prlimit64", "socket",
        ] {
            try add(photod_seccomp_errno(UInt16(EPERM)), name, [], to: context)
        }
        try check(seccomp_load(context), "loading")
    }

    /// Threads of this process, which the filter holds as it does the first: those of `FileCloser`. Only `clone` can be told
    /// from a fork by its arguments; refusing `clone3` as unknown makes glibc fall back to it.
    private static func allowThreadsThatClose(in context: scmp_filter_ctx) throws(Sandbox.Failure) {
        try allow("clone", [equals(0, photod_clone_posix_thread)], in: context)
        try add(photod_seccomp_errno(UInt16(ENOSYS)), "clone3", [], to: context)
        // Swift's runtime has a thread's number in its locks, and asks for it when the thread takes the first one.
        for name in ["set_robust_list", "rseq", "rt_sigprocmask", "gettid"] {
            try allow(name, [], in: context)
        }
        try allow("mprotect", [lacks(2, UInt64(PROT_EXEC))], in: context)
    }

    /// Threads that libraries start as they like, and that end.
    private static func allowThreads(in context: scmp_filter_ctx) throws(Sandbox.Failure) {
        try allow("clone", [has(0, photod_clone_thread)], in: context)
        for name in ["rt_sigaction", "madvise", "sched_getaffinity", "exit"] {
            try allow(name, [], in: context)
        }
        try allow("prctl", [equals(0, photod_set_name)], in: context)
    }

    private static func allow(
        _ name: String,
        _ conditions: [scmp_arg_cmp],
        in context: scmp_filter_ctx
    ) throws(Sandbox.Failure) {
        try add(photod_seccomp_allow, name, conditions, to: context)
    }

    private static func add(
        _ action: UInt32,
        _ name: String,
        _ conditions: [scmp_arg_cmp],
        to context: scmp_filter_ctx
    ) throws(Sandbox.Failure) {
        let call = seccomp_syscall_resolve_name(name)
        // Some machines never had the older of these calls; there is nothing to rule then.
        guard call >= 0 else { return }
        try check(
            seccomp_rule_add_array(context, action, call, UInt32(conditions.count), conditions),
            "the rule for \(name)"
        )
    }

    private static func equals(_ argument: UInt32, _ value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: argument, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    }

    /// Of mmap: a private mapping, and of the flags `among` just those.
    private static func isPrivate(_ flags: Int32, among: Int32) -> scmp_arg_cmp {
        let looked = MAP_TYPE | MAP_GROWSDOWN | MAP_HUGETLB | among
        return scmp_arg_cmp(
            arg: 3,
            op: SCMP_CMP_MASKED_EQ,
            datum_a: UInt64(looked),
            datum_b: UInt64(MAP_PRIVATE | flags)
        )
    }

    private static func has(_ argument: UInt32, _ bits: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: bits, datum_b: bits)
    }

    /// That none of the bits is set.
    private static func lacks(_ argument: UInt32, _ bits: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: bits, datum_b: 0)
    }

    private static func check(_ result: Int32, _ what: String) throws(Sandbox.Failure) {
        guard result == 0 else {
            throw Sandbox.Failure(description: "the system call filter (\(what)): error \(-result)")
        }
    }
}
