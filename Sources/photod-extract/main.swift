import Glibc
import WorkerBox

// The worker that reads photos for the daemon. Descriptor 3 is its socket, the one argument its parent's process
// number. It enters its sandbox before it takes the first file, and never leaves it.

exit(
    runWorker(
        "photod-extract",
        arguments: CommandLine.arguments,
        needs: [.mapsFiles],
        jobs: StillJobs()
    )
)
