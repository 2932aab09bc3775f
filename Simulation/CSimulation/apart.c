/* A life in a process of its own. */
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simulation.h"

int simulation_apart(int (*body)(void *context), void *context, unsigned seconds)
{
    /* What is printed waits in memory, which both would have. */
    fflush(NULL);
    /* Not fork(3), which gives back the memory of threads that do not run: strands are that. */
    pid_t child = _Fork();
    if (child == 0) {
        /* One that runs for ever is ended by the kernel. */
        alarm(seconds);
        int status = body(context);
        fflush(NULL);
        _exit(status);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
