import ArgumentParser

/// Where what is said of photos is written.
struct WritingPlace: ParsableArguments {
    @Option(
        help:
            "Where it is written: sidecar (photo.jpg.xmp beside it), or index (photod's own documents). Default: as its folder has it.",
        completion: .list(["sidecar", "index"])
    )
    var write: String?
}
