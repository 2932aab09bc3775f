import ArgumentParser
import LineProtocol

/// Which group to list, for commands that list more than one.
struct GroupFilter: ParsableArguments {
    @Option(parsing: .unconditional, help: "Only this group.")
    var group: String?

    @Flag(help: "Only what has no group.")
    var other = false

    /// The request with the options that were given.
    func added(to request: Request) -> Request {
        request.adding("group", group).adding("other", flag: other)
    }
}

extension CompletionKind {
    /// The groups that the daemon has, but for names with punctuation: bash expands the words it is given, and a
    /// photo's description must not be run.
    static var groups: CompletionKind {
        .shellCommand("photoctl --tsv groups 2>/dev/null | cut -f1 | LC_ALL=C grep -av \"[[:punct:]]\"")
    }
}
