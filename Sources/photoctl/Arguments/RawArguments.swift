import LineProtocol
import PhotoModel

/// The command line as the kernel gave it: bytes, which need not be text.
enum RawArguments {
    /// The arguments after the program's name, as text for the parser.
    ///
    /// - Parameter help: what the commands say of themselves, where that is asked.
    static func texts(help: () -> String) throws(Failure) -> [String] {
        joiningValues(try texts(of: CommandWords.given, help: help))
    }

    /// What is not UTF-8 becomes its `file://` uri where a file is named, before anything could replace its bytes; after
    /// `--key=` the value does.
    ///
    /// - Throws: where it stands for anything else: a photo is not given a title of which nobody knows what it says.
    static func texts(of words: [[UInt8]], help: () -> String) throws(Failure) -> [String] {
        let texts = words.compactMap { String(validating: $0, as: UTF8.self) }
        if texts.count == words.count { return texts }
        var owner = WordOwner(help())
        return try words.map { word throws(Failure) in
            let readable = String(decoding: word, as: UTF8.self)
            let argument = owner.argument(for: readable)
            if let text = String(validating: word, as: UTF8.self) { return text }
            guard let argument, argument.isFile else { throw notUTF8(readable) }
            return text(of: word, for: argument)
        }
    }

    private static func notUTF8(_ word: String) -> Failure {
        let excerpt = PrintableText.sanitized(ProtocolError.excerpt(word))
        return Failure(
            .usage,
            "“\(excerpt)” is not UTF-8, as all but names of files has to be; convert it: iconv -f LATIN1 -t UTF-8"
        )
    }

    /// Options whose values may begin with a hyphen.
    private static let signed: Set = ["--near", "--after", "--offset", "--shift", "--location"]
    /// `signed`, and other options of which the parser takes the next argument for the value, whatever it is.
    private static let greedy = signed.union([
        "--group", "--in-group", "--find", "--keyword", "--keywords", "--title", "--description", "--limit",
        "--timeout", "--socket",
    ])

    /// Writes `--near -33.9,151.2,5` and `--shift -1h` as one word: the parser takes a value that begins with a hyphen and
    /// is no number for flags. And `--group=` and `--socket=` as two: it takes the next argument for an empty value that is
    /// joined to its option, be that `--dry-run` or the command.
    static func joiningValues(_ texts: [String]) -> [String] {
        var joined: [String] = []
        var rest = texts[...]
        while let text = rest.popFirst() {
            if text == "--" { return joined + [text] + rest }
            if greedy.contains(text), let value = rest.popFirst() {
                joined += signed.contains(text) && !value.isEmpty ? ["\(text)=\(value)"] : [text, value]
            } else if text.last == "=", greedy.contains(String(text.dropLast())) {
                joined += [String(text.dropLast()), ""]
            } else {
                joined.append(text)
            }
        }
        return joined
    }

    /// The name of a file.
    static func text(of path: [UInt8]) -> String {
        String(validating: path, as: UTF8.self) ?? PathWord.uri(of: PathArgument.absolute(path))
    }

    private static func text(of word: [UInt8], for argument: WordOwner.Argument) -> String {
        guard let equals = word.firstIndex(of: UInt8(ascii: "=")),
            argument.names.contains(String(decoding: word[..<equals], as: UTF8.self))
        else { return text(of: word) }
        return String(decoding: word[...equals], as: UTF8.self) + text(of: Array(word[(equals + 1)...]))
    }
}
