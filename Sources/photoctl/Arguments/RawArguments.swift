import Glibc
import LineProtocol

/// The command line as the kernel gave it: bytes, which need not be text.
enum RawArguments {
    /// The arguments after the program's name, as text for the parser.
    ///
    /// What is not UTF-8 can only be a file name. It becomes its `file://` uri here, before anything could replace
    /// its bytes; after `--key=` the value does.
    static var texts: [String] {
        joiningValues(
            (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
                CommandLine.unsafeArgv[index].map { argument in
                    text(of: Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
                }
            }
        )
    }

    /// Options whose values may begin with a hyphen.
    private static let signed: Set = ["--near", "--after", "--offset", "--shift", "--location"]

    /// Writes `--near -33.9,151.2,5` and `--shift -1h` as one word: the parser takes a value that begins with a hyphen and
    /// is no number for flags.
    static func joiningValues(_ texts: [String]) -> [String] {
        var joined: [String] = []
        var rest = texts[...]
        while let text = rest.popFirst() {
            if text == "--" { return joined + [text] + rest }
            if signed.contains(text), let value = rest.popFirst() {
                joined.append("\(text)=\(value)")
            } else {
                joined.append(text)
            }
        }
        return joined
    }

    static func text(of argument: [UInt8]) -> String {
        if let text = String(validating: argument, as: UTF8.self) { return text }
        if argument.starts(with: "--".utf8), let equals = argument.firstIndex(of: UInt8(ascii: "=")),
            let key = String(validating: argument[...equals], as: UTF8.self)
        {
            return key + PathWord.uri(of: PathArgument.absolute(Array(argument[(equals + 1)...])))
        }
        return PathWord.uri(of: PathArgument.absolute(argument))
    }
}
