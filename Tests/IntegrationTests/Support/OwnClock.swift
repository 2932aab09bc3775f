import Glibc
import PhotoModel
import TestSupport
import Testing

/// A wall clock of a daemon's own, which a test can set: a library that is loaded before the C library, and a number in a
/// file that both see. Clocks that only run forward stay the machine's.
final class OwnClock {
    private static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stddef.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static const volatile long long *ahead;

        __attribute__((constructor)) static void begin(void) {
            const char *path = getenv("TRIAL_CLOCK");
            int descriptor = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
            if (descriptor < 0) return;
            void *map = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, descriptor, 0);
            if (map != MAP_FAILED) ahead = map;
            close(descriptor);
        }

        int clock_gettime(clockid_t clock, struct timespec *time) {
            int code = syscall(SYS_clock_gettime, clock, time);
            int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
            if (code == 0 && is_wall && ahead != NULL) time->tv_sec += *ahead;
            return code;
        }

        time_t time(time_t *result) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (result != NULL) *result = now.tv_sec;
            return now.tv_sec;
        }

        int gettimeofday(struct timeval *result, void *zone) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            result->tv_sec = now.tv_sec;
            result->tv_usec = now.tv_nsec / 1000;
            return 0;
        }
        """

    /// What makes the library; `nil` where there is no compiler.
    static let compiler = Programs.system("cc") ?? Programs.system("clang") ?? Programs.system("gcc")

    private let file: FilePath
    private let library: FilePath

    init(in folder: FilePath) throws {
        file = folder + "clock"
        library = folder + "clock.so"
        let source = folder + "clock.c"
        try Disk.write(Self.source, to: source)
        let compiling = try ChildProcess(
            try #require(Self.compiler),
            ["-shared", "-fPIC", "-O1", "-o", library.display, source.display],
            environment: ["PATH=/usr/bin:/bin"],
            log: folder + "clock.log"
        )
        let end = try compiling.wait()
        let words = String(decoding: try Disk.read(folder + "clock.log"), as: UTF8.self)
        try #require(end == .exited(0), "\(words)")
        try Disk.write([UInt8](repeating: 0, count: 8), to: file)
    }

    /// For a daemon's environment.
    var variables: [String] { ["LD_PRELOAD=\(library.display)", "TRIAL_CLOCK=\(file.display)"] }

    /// Sets the clock so many days ahead of the machine's.
    func set(days: Int) throws {
        let descriptor = try SystemFailure.check(
            file.withCString { open($0, O_WRONLY | O_CLOEXEC) },
            "open"
        )
        defer { close(descriptor) }
        var seconds = Int64(days) * 86_400
        try SystemFailure.check(pwrite(descriptor, &seconds, 8, 0) == 8 ? 0 : -1, "pwrite")
    }
}
