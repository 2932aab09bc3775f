import Glibc

/// `photod-simulation [--seed N] [--lives N] [--rounds N] [--seconds N] [--network] [--batches] [--edits] [--until-failure] [--shrink]
/// [--replay FILE] [--print] [--trace]`
struct SimulationArguments {
    var seed: UInt64 = 1
    var lives = 100
    /// In each life.
    var rounds = 20
    /// No life is begun later than that.
    var seconds = Double.infinity
    /// Whether one life in eight has its folders on a server.
    var network = false
    /// Whether one life in six has clients that ask for batches.
    var batches = false
    /// Whether clients of all lives edit photos, and of more lives ask for batches.
    var edits = false
    /// Whether no life is begun after one that fails.
    var endsAtFailure = false
    /// Whether the first life that fails is made shorter, as long as it fails.
    var shrinks = false
    /// A script to be carried out in place of one that is drawn.
    var script: [Operation]?
    /// Whether each call is printed.
    var traces = false
    /// Whether scripts are printed. One life then, in this process, for a debugger.
    var prints = false

    /// - Throws: what is wrong with them.
    init(_ words: ArraySlice<String>) throws(Problem) {
        var rest = words
        while let word = rest.popFirst() {
            switch word {
            case "--seed": seed = try Self.number(word, &rest)
            case "--lives": lives = try Self.number(word, &rest)
            case "--rounds": rounds = try Self.number(word, &rest)
            case "--seconds": seconds = try Self.number(word, &rest)
            case "--network": network = true
            case "--batches": batches = true
            case "--edits": edits = true
            case "--until-failure": endsAtFailure = true
            case "--shrink": shrinks = true
            case "--replay": script = try Self.script(rest.popFirst() ?? "")
            case "--print": prints = true
            case "--trace": traces = true
            default: throw Problem(text: "\(word) is no option of photod-simulation")
            }
        }
    }

    struct Problem: Error {
        let text: String
    }

    private static func number<Number: LosslessStringConvertible>(
        _ option: String,
        _ rest: inout ArraySlice<String>
    ) throws(Problem) -> Number {
        guard let number = rest.popFirst().flatMap({ Number($0) }) else {
            throw Problem(text: "\(option) takes a number")
        }
        return number
    }

    private static func script(_ path: String) throws(Problem) -> [Operation] {
        guard let file = fopen(path, "r") else { throw Problem(text: "\(path) cannot be read") }
        defer { fclose(file) }
        var operations: [Operation] = []
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) >= 0, let line {
            let text = String(cString: line).prefix { $0 != "\n" && $0 != "#" }
            guard !text.allSatisfy({ $0 == " " }) else { continue }
            guard let operation = Operation(text) else {
                throw Problem(text: "\(path): \(text) is no operation")
            }
            operations.append(operation)
        }
        return operations
    }
}
