import Glibc
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Idle")
    struct IdleTests {
        @Test("with nothing to do, no thread of the daemon or its workers runs at all")
        func sleeps() throws {
            try DaemonFixture.run { daemon in
                try Disk.write(
                    PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes,
                    to: daemon.root + "a.jpg"
                )
                do { try daemon.connect().sync() }
                try askAllAtOnce(daemon.socket)
                // The identity documents follow two seconds after a change; only then there is nothing to do.
                let document = daemon.state + "photos/2016-11.json"
                let log = daemon.state + "index.sqlite-wal"
                try wait(for: document, atMost: 20)
                try untilStill(log)
                let process = try daemon.running.identifier
                // Threads of low priority come to what is left when the machine lets them.
                try untilAtRest(process)
                let before = try ProcessFigures.switches(of: process)
                // The measuring interval itself: nothing is waited for, and nothing may happen.
                _ = poll(nil, 0, 2000)
                let after = try ProcessFigures.switches(of: process)
                #expect(after == before, "\(after.filter { before[$0.key] != $0.value }) were \(before)")
            }
        }

        /// Clients whose questions meet: a lock that starts threads of its own under contention must not be left behind.
        private func askAllAtOnce(_ socket: FilePath) throws {
            let rounds = 300
            let clients = try (0..<6).map { _ in try RawClient(socket) }
            for client in clients {
                try client.send(Array(String(repeating: "photos 2016-11\nmonths\n", count: rounds).utf8))
            }
            for client in clients {
                var answered = 0
                while answered < 2 * rounds {
                    if try client.readLine(skippingGreeting: true) == "OK" { answered += 1 }
                }
            }
        }

        /// Polls for a file: the daemon tells nobody that it has written its documents.
        private func wait(for path: FilePath, atMost seconds: Int) throws {
            for _ in 0..<seconds * 20 where !Disk.isFile(path) { _ = poll(nil, 0, 50) }
            #expect(Disk.isFile(path))
        }

        /// Waits until no thread has run for longer than the daemon puts anything off, which is two seconds. What comes
        /// again and again never rests so long. On a busy machine threads of the lowest priority take long for little.
        private func untilAtRest(_ process: pid_t) throws {
            for _ in 0..<36 {
                let before = try ProcessFigures.switches(of: process)
                _ = poll(nil, 0, 2500)
                if try ProcessFigures.switches(of: process) == before { return }
            }
        }

        /// Waits until a file has not changed for half a second.
        private func untilStill(_ path: FilePath) throws {
            for _ in 0..<40 {
                let before = Disk.status(path)?.st_mtim
                _ = poll(nil, 0, 500)
                let after = Disk.status(path)?.st_mtim
                if before?.tv_sec == after?.tv_sec, before?.tv_nsec == after?.tv_nsec { return }
            }
        }
    }
}

/// What the kernel counts of a process and those below it.
enum ProcessFigures {
    /// Context switches, voluntary and not, by thread.
    static func switches(of process: pid_t) throws -> [String: Int] {
        var figures: [String: Int] = [:]
        for thread in try Disk.names(in: FilePath("/proc/\(process)/task")) {
            let folder = "/proc/\(process)/task/\(thread.display)"
            let name = try text(of: folder + "/comm").dropLast()
            for line in try text(of: folder + "/status").split(separator: "\n")
            where line.contains("ctxt_switches") {
                let count = line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
                figures["\(process)/\(thread.display) \(name)", default: 0] += count
            }
            for child in try text(of: folder + "/children").split(separator: " ") {
                guard let child = pid_t(child) else { continue }
                figures.merge(try switches(of: child)) { first, _ in first }
            }
        }
        return figures
    }

    /// The processes of a program that a process has started.
    static func children(of process: pid_t, called name: String) throws -> [pid_t] {
        var found: [pid_t] = []
        for thread in try Disk.names(in: FilePath("/proc/\(process)/task")) {
            for child in try text(of: "/proc/\(process)/task/\(thread.display)/children").split(
                separator: " "
            ) {
                guard let child = pid_t(child) else { continue }
                if try text(of: "/proc/\(child)/comm").hasPrefix(name.prefix(15)) { found.append(child) }
            }
        }
        return found
    }

    /// Of each of its threads.
    static func niceness(of process: pid_t) throws -> [Int] {
        try Disk.names(in: FilePath("/proc/\(process)/task")).compactMap { thread in
            // The program's name comes before, in parentheses, and may hold anything.
            let fields =
                try text(of: "/proc/\(process)/task/\(thread.display)/stat")
                .split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 16 ? Int(fields[16]) : nil
        }
    }

    private static func text(of path: String) throws -> String {
        String(decoding: try Disk.read(FilePath(path)), as: UTF8.self)
    }
}
