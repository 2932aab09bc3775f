import Glibc
import WorkerBox

// The worker that reads videos for the daemon. Descriptor 3 is its socket, the one argument its parent's
// process number. It opens no decoder, so that it needs no threads and no more system calls than the worker
// for photos.

exit(
    runWorker(
        "photod-media",
        arguments: CommandLine.arguments,
        needs: [],
        jobs: VideoJobs()
    )
)
