import Glibc
import NavigationTrials

// For the test that holds the page's machine against the Swift module's:
//
//     navigation-trial FIRST-SEED COUNT STEPS   random sequences of commands and what becomes of them, a line each
//     navigation-trial tables                   which options, commands, gestures and components there are
func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { exit(1) }
        rest = rest.dropFirst(count)
    }
}

let words = CommandLine.arguments.dropFirst()
let numbers = words.compactMap { UInt64($0) }
if words == ["tables"] {
    write(NavigationTables.line)
} else if words.count == 3, numbers.count == 3 {
    for seed in numbers[0]..<numbers[0] + numbers[1] {
        write(try NavigationTrial.line(seed: seed, steps: Int(numbers[2])))
    }
} else {
    write(Array("usage: navigation-trial FIRST-SEED COUNT STEPS | tables\n".utf8), to: STDERR_FILENO)
    exit(2)
}
