import Glibc
import WorkerBox

// The worker that makes pictures for the daemon. Descriptor 3 is its socket, the one argument its parent's process number.
// Its libraries start threads and take much memory, so it is a program of its own: the others' boxes stay as narrow as they
// are.

exit(
    runWorker(
        "photod-render",
        arguments: CommandLine.arguments,
        needs: [.mapsFiles, .startsThreads, .writesTargets, .decodesPictures],
        jobs: RenderJobs()
    )
)
