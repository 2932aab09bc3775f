import ArgumentParser
import LineProtocol
import PhotoModel

/// Finds out which argument each word of a command line is for, one behind the other, as the commands declare them.
struct WordOwner {
    struct Argument {
        /// With their hyphens; none where words stand by themselves.
        let names: [String]
        let takesValue: Bool
        /// Shells complete it by files.
        let isFile: Bool
    }

    private var command: JSONValue?
    /// The option whose value is the next word.
    private var open: Argument?
    private var areOptionsOver = false

    /// - Parameter help: what the commands say of themselves (ArgumentParser's dump-help, JSON).
    init(_ help: String) {
        command = (try? JSONValue.parse(help))?["command"]
    }

    /// The argument that the next word names, gives a value, or both; `nil` where it is for none.
    mutating func argument(for word: String) -> Argument? {
        if let option = open {
            open = nil
            return option
        }
        if !areOptionsOver {
            if word == "--" {
                areOptionsOver = true
                return nil
            }
            let name = String(word.unicodeScalars.prefix { $0 != "=" })
            if let option = arguments.first(where: { $0.names.contains(name) }) {
                if option.takesValue, name == word { open = option }
                return option
            }
            if let subcommand = subcommand(word) {
                command = subcommand
                return nil
            }
        }
        return arguments.first { $0.names.isEmpty }
    }

    /// The first word of a command line that looks like an option and is none of its command's, without its value, and what may have been
    /// meant.
    static func unknownOption(in words: [String], _ help: String) -> (name: String, nearest: String?)? {
        var owner = WordOwner(help)
        for word in words {
            let argument = owner.argument(for: word)
            guard word.hasPrefix("--"), argument?.names.isEmpty ?? true else { continue }
            guard word != "--" else { return nil }
            let name = String(word.unicodeScalars.prefix { $0 != "=" })
            let names = owner.arguments.flatMap(\.names).filter { $0.hasPrefix("--") }
            return (name, NearestName.near(name, among: names))
        }
        return nil
    }

    private var arguments: [Argument] { (command?["arguments"]?.array ?? []).map(Argument.init) }

    private func subcommand(_ word: String) -> JSONValue? {
        command?["subcommands"]?.array?.first {
            $0["commandName"]?.string == word || $0["aliases"]?.texts?.contains(word) == true
        }
    }
}

extension WordOwner.Argument {
    fileprivate init(_ declared: JSONValue) {
        names = (declared["names"]?.array ?? []).compactMap { name in
            name["name"]?.string.map { (name["kind"]?.string == "long" ? "--" : "-") + $0 }
        }
        takesValue = declared["kind"]?.string == "option"
        let completion = declared["completionKind"]
        isFile = completion?["file"] != nil || completion?["directory"] != nil
    }
}
