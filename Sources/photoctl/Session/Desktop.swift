import CShims
import Glibc

/// What the desktop opens: pages in its browser, places in its map.
enum Desktop {
    /// Hands an address to the program that the desktop has for it, and waits until that has been started.
    ///
    /// - Parameter remedy: what to do where there is none, as the end of a sentence.
    /// - Throws: ``Failure`` of kind `.refused` where xdg-open is missing or says that it failed. Its own exit statuses mean
    ///   other things than photoctl's, so they are told and not passed on.
    static func open(_ address: String, otherwise remedy: String) throws {
        let words = ["xdg-open", address].map { (word: String) in strdup(word) }
        defer { words.forEach { free($0) } }
        var process: pid_t = 0
        let code = photod_spawn("xdg-open", words + [nil], &process)
        guard code == 0 else {
            throw Failure(
                .refused,
                "cannot run xdg-open: \(String(cString: strerror(code))); install xdg-utils, or \(remedy)"
            )
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else {
                throw Failure(.refused, "cannot wait for xdg-open: \(String(cString: strerror(errno)))")
            }
        }
        guard status == 0 else {
            throw Failure(
                .refused,
                "xdg-open found nothing that opens it; set a program for it, or \(remedy)"
            )
        }
    }
}
