import Glibc
import StandardError
import TestSupport
import Testing

@Suite("Lines on standard error")
struct StandardErrorOutputTests {
    @Test("are left out while their reader has stopped, and the program says how many when it goes on")
    func leftOut() throws {
        var ends: [Int32] = [0, 0]
        try SystemFailure.check(pipe(&ends), "pipe")
        defer { for end in ends { close(end) } }
        for end in ends { try SystemFailure.check(fcntl(end, F_SETFL, O_NONBLOCK), "fcntl") }
        var buffer = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        while write(ends[1], &buffer, buffer.count) > 0 {}
        try SystemFailure.check(fcntl(ends[1], F_SETFL, 0), "fcntl")

        let output = StandardErrorOutput(of: "photod-trial", descriptor: ends[1])
        for number in 1...3 { output.write("line \(number)") }
        while read(ends[0], &buffer, buffer.count) > 0 {}
        output.write("line 4")
        let count = read(ends[0], &buffer, buffer.count)
        let text = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
        let told = "photod-trial: warning: 3 lines of this log were left out: its reader had stopped"
        #expect(text == "\(told)\nline 4\n")
    }
}
