import ExtractionWire
import Glibc
import WorkerBox

// The worker that reads photos for the daemon. Descriptor 3 is its socket, the one argument its parent's process
// number. It enters its sandbox before it takes the first file, and never leaves it.

// Started as a writer it knows nothing but how to write sidecars, in a box that lets it: what reads photos cannot write, and
// what writes reads no photo.
let isWriter = CommandLine.arguments.dropFirst(2).elementsEqual([WorkerRole.writer.rawValue])
exit(
    isWriter
        ? runWorker(
            "photod-extract",
            arguments: Array(CommandLine.arguments.prefix(2)),
            needs: [.writesTargets],
            jobs: SidecarJobs()
        )
        : runWorker(
            "photod-extract",
            arguments: CommandLine.arguments,
            needs: [.mapsFiles],
            jobs: StillJobs()
        )
)
