import ArgumentParser

/// Where what is said of photos is written.
struct WritingPlace: ParsableArguments {
    @Option(
        help:
            "Where it is written: sidecar (photo.jpg.xmp beside it), file (the photo itself), both, or index (photod's own documents). Default: as its folder has it.",
        completion: .list(["sidecar", "file", "both", "index"])
    )
    var write: String?

    @Flag(
        help: "A photo with several names (hard links) becomes a file of its own where it is written itself."
    )
    var breakLinks = false
}
