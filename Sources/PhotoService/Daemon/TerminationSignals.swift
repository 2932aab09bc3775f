import Glibc
import PhotoModel

/// The signals that end the daemon or have it read its configuration again. They are blocked in every thread and taken
/// by the main thread, which has nothing else to do.
///
/// Neither Swift's tasks nor a dispatch source wait for them: the first worker thread that libdispatch starts brings a
/// monitor with it that wakes every second for as long as the process lives (libdispatch, event/workqueue.c), and an
/// idle daemon must not wake at all.
enum TerminationSignals {
    /// Call it before any thread is started: they inherit the mask.
    static func block() {
        var set = all
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the next one; `nil` where the system cannot wait.
    static func next() -> Int32? {
        var set = all
        let signal = uninterrupted { sigwaitinfo(&set, nil) }
        return signal > 0 ? signal : nil
    }

    private static var all: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
        return set
    }
}
