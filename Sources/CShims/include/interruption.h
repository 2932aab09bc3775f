#ifndef PHOTOD_INTERRUPTION_H
#define PHOTOD_INTERRUPTION_H

/*
 * From now on SIGINT, SIGTERM and SIGHUP end nothing in the calling thread and those that it starts. Each makes the
 * descriptor readable that is returned, until it is read (signalfd(2)). Signals that are ignored stay ignored. Returns -1
 * with errno where there is none.
 */
int photod_interruption_descriptor(void);

#endif
