import CShims
import Glibc
import LineProtocol
import PhotoModel

/// The bus of the user's session, asked by systemd's `busctl`: for one question nobody needs to link a library.
enum SessionBus {
    /// Calls a method, and waits some seconds for the answer.
    ///
    /// - Parameter words: destination, object, interface, method, the signature of its arguments, and those.
    /// - Returns: what was answered; `nil` where nobody has, or something that is no answer.
    static func call(_ words: [String]) throws(Failure) -> [JSONValue]? {
        guard let output = try run(["busctl", "--user", "--json=short", "--timeout=5", "call"] + words),
            let reply = try? JSONValue.parse(output)
        else { return nil }
        return reply["data"]?.array
    }

    /// What a program writes; `nil` where it fails.
    private static func run(_ words: [String]) throws(Failure) -> [UInt8]? {
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var (process, written): (pid_t, Int32) = (0, -1)
        let code = photod_spawn_for_output(words[0], arguments, &written, &process)
        if code == ENOENT {
            throw Failure(.refused, "busctl is missing, by which players are asked: install systemd")
        }
        guard code == 0 else {
            throw Failure(.refused, "cannot start \(words[0]): \(String(cString: strerror(code)))")
        }
        defer { close(written) }
        let output = try? WholeContent.read(written)
        var status: Int32 = 0
        let ended = uninterrupted { Int(waitpid(process, &status, 0)) }
        return ended == Int(process) && status == 0 ? output : nil
    }
}
