import ArgumentParser
import LineProtocol

/// Photos that are named, or chosen by what they have in common.
struct PhotoChoice: ParsableArguments {
    @Argument(help: "Ids, file:// uris or paths; - reads them from standard input.", completion: .file())
    var photos: [String] = []

    @Option(help: "All of this month.", completion: .months)
    var month: String?

    @Option(parsing: .unconditional, help: "All of this group.", completion: .groups)
    var inGroup: String?

    @Flag(help: "All that has no group.")
    var inOther = false

    @Option(parsing: .unconditional, help: "All that “find” finds for these words.")
    var find: String?

    func validate() throws {
        guard photos.isEmpty || selection == nil else {
            throw ValidationError("Name photos, or choose them by an option; not both.")
        }
        guard [month != nil, inGroup != nil, inOther, find != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("--month, --in-group, --in-other and --find exclude each other.")
        }
        guard !photos.isEmpty || selection != nil else {
            throw ValidationError(
                "Which photos? Name them, or choose them by --month, --in-group, --in-other or --find."
            )
        }
    }

    /// The request that lists the photos that are chosen by an option; `nil` where they are named.
    var selection: Request? {
        Self.selection(month: month, inGroup: inGroup, inOther: inOther, find: find)
    }

    /// What is said where an option has chosen nothing.
    static let nothing =
        "nothing is chosen by that: “photoctl months” and “photoctl groups” list what there is"

    /// The request that lists the photos that are chosen by one of these; `nil`: by none.
    static func selection(month: String?, inGroup: String?, inOther: Bool, find: String?) -> Request? {
        if let month { return Request("photos", [month]) }
        if let inGroup { return Request("group", [inGroup]) }
        if inOther { return Request("group").adding("other", flag: true) }
        return find.map { Request("find", $0.split(separator: " ").map(String.init)) }
    }
}
