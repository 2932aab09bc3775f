import CShims
import ExtractionWire
import Glibc

/// The descriptor the daemon's socket is passed as.
let workerSocket: Int32 = 3

/// Runs a worker to its end and returns its exit status (sysexits.h).
///
/// - Parameters:
///   - name: the program's, for messages.
///   - jobs: what it does.
public func runWorker<Table: JobTable & ~Copyable>(
    _ name: String,
    arguments: [String],
    needs: SandboxNeeds,
    jobs: consuming Table
) -> Int32 {
    guard photod_claim_standard_descriptors() == 0 else { return EX_UNAVAILABLE }
    guard isSocketOfMessages(workerSocket), arguments.count == 2, let parent = pid_t(arguments[1]) else {
        complain("\(name) is started by photod, and is of no use by itself")
        return EX_USAGE
    }
    // The parent may have gone before the kernel was asked to tell of it.
    guard photod_die_with_parent() == 0, getppid() == parent else { return EX_UNAVAILABLE }

    jobs.warmUp()
    let sandbox: Sandbox
    do throws(Sandbox.Failure) {
        sandbox = try Sandbox.enter(needs)
    } catch {
        complain("\(name): \(error)")
        _ = send(WorkerHello(seccomp: false, landlock: 0, libraries: []).encoded())
        return EX_UNAVAILABLE
    }
    let hello = WorkerHello(
        seccomp: true,
        landlock: UInt16(clamping: sandbox.landlock),
        libraries: sandbox.libraries + Table.libraries
    )
    guard send(hello.encoded()) else { return EX_IOERR }

    var loop = JobLoop(socket: workerSocket, table: jobs)
    return loop.run()
}

private func send(_ message: [UInt8]) -> Bool {
    message.withUnsafeBytes { photod_send(workerSocket, $0.baseAddress, $0.count, nil, 0, 0) }
        == message.count
}

private func isSocketOfMessages(_ descriptor: Int32) -> Bool {
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0
        && kind == Int32(SOCK_SEQPACKET.rawValue)
}

private func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
