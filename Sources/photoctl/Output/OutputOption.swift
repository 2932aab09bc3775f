import ArgumentParser

/// How to print, where it was said.
enum OutputOption: EnumerableFlag {
    case json
    case tsv
    case nul

    static func name(for value: Self) -> NameSpecification {
        switch value {
        case .json: .customLong("json")
        case .tsv: .customLong("tsv")
        case .nul: .customShort("0")
        }
    }

    static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .json: "Print the protocol's JSON lines unchanged; show prints all members."
        case .tsv: "Print tab-separated values, as in a pipe."
        case .nul: "End records with NUL; what lists files prints paths alone."
        }
    }
}
