#ifndef PHOTOD_FILE_OPENING_H
#define PHOTOD_FILE_OPENING_H

/*
 * Opens a file of an open directory for reading. A symbolic link is not followed, a FIFO is not waited for, the
 * descriptor is close-on-exec, and where the kernel lets us the access time stays as it is: looking at a photo is no
 * use of it. Returns the descriptor, or a negated errno.
 */
int photod_open_for_reading(int directory, const char *name);

#endif
