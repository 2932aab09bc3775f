#ifndef PHOTOD_THREAD_H
#define PHOTOD_THREAD_H

/* Names the calling thread as debuggers and /proc show it; only the first 15 bytes count. */
void photod_name_thread(const char *name);

/* Has the calling thread come after others that want the processor (nice 10) or the disk (idle class). */
void photod_lower_thread_priority(void);

/*
 * Has the calling thread come after all others (nice 19, idle class), and with it every process that it starts from now
 * on: a child has the priority of the thread that makes it.
 */
void photod_lower_thread_priority_to_the_end(void);

/* How often the calling thread has had a disk read something, begun in advance or not (getrusage(2), ru_inblock). */
long photod_thread_disk_reads(void);

/* How often the calling thread has waited for something (getrusage(2), ru_nvcsw). */
long photod_thread_waits(void);

/* An eventfd(2), close-on-exec and non-blocking. Returns -1 with errno. */
int photod_event_descriptor(void);

/* Makes an event descriptor readable; harmless where it is already. */
void photod_event_raise(int descriptor);

/* Makes it unreadable again; harmless where it is already. */
void photod_event_clear(int descriptor);

#endif
