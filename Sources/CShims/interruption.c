#include "interruption.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>

int photod_interruption_descriptor(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    /* It fails for a bad `how` only. */
    sigprocmask(SIG_BLOCK, &signals, NULL);
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}
