import Glibc

/// The words of the command line as the kernel gave them: bytes, which need not be text.
public enum CommandWords {
    /// Those behind the program's name.
    public static var given: [[UInt8]] {
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            CommandLine.unsafeArgv[index].map { word in
                Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
            }
        }
    }

    /// What is wrong with words of which a program takes texts alone, and the remedy; `nil`: nothing. Where its bytes were
    /// replaced, a path would be another one.
    public static func refusal(of words: [[UInt8]]) -> String? {
        words.first { String(validating: $0, as: UTF8.self) == nil }.map { word in
            "“\(FilePath(word).display)” is not UTF-8, as the command line has to be; make a symbolic link to it (ln -s), and "
                + "name that"
        }
    }
}
