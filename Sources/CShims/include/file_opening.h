#ifndef PHOTOD_FILE_OPENING_H
#define PHOTOD_FILE_OPENING_H

/*
 * Opens a file of an open directory for reading. A symbolic link is not followed, a FIFO is not waited for, the
 * descriptor is close-on-exec, and where the kernel lets us the access time stays as it is: looking at a photo is no
 * use of it. Returns the descriptor, or a negated errno: EWOULDBLOCK where another program has a lease on the file, as file
 * servers do for their clients, and has not given it up in a tenth of a second.
 */
int photod_open_for_reading(int directory, const char *name);

/* The same without waiting for a lease. */
int photod_open_for_reading_at_once(int directory, const char *name);

/*
 * A new file in `folder` that has no name and is gone when it is closed, for reading and writing; close-on-exec. Where
 * the file system knows no such files, one whose name is taken away at once. Returns -1 with errno.
 */
int photod_unnamed_file(const char *folder);

#endif
