#ifndef PHOTOD_MISDEEDS_H
#define PHOTOD_MISDEEDS_H

/*
 * Does something that no reader of photos should: what hostile bytes would have a worker do, had they taken it over.
 * By raw system calls, so that no library stands between the deed and the sandbox.
 */

/* How a deed ended, where it lets its process live. */
enum {
    MISDEED_DONE = 0,
    MISDEED_REFUSED = 1,
    MISDEED_UNKNOWN = 2,
};

/*
 * `name` says what, `argument` to whom (a path, a port, a system call's name), `photo` is the descriptor of the file
 * that asks for it.
 */
int misdeed_do(const char *name, const char *argument, int photo);

#endif
