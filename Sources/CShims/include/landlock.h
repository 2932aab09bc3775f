#ifndef PHOTOD_LANDLOCK_H
#define PHOTOD_LANDLOCK_H

/* The Landlock version the kernel offers: 1 or more, or 0 where it has none or it is switched off. */
int photod_landlock_version(void);

/*
 * Takes from the calling thread, for good, every access Landlock can govern: files, TCP, abstract sockets and signals
 * outside the box. Needs no_new_privs. Open descriptors go on working.
 * Returns the version in force, 0 where the kernel has none, or -1 with errno.
 */
int photod_landlock_deny_all(void);

/*
 * Takes from the calling thread, and those that it starts, for good: changing anything but below `folder`, running programs, and
 * making connections by TCP or listening for them. Reading, and sockets that are there, stay as they are. Needs no_new_privs.
 * Returns the version in force, 0 where the kernel has none, or -1 with errno.
 */
int photod_landlock_write_beneath(const char *folder);

#endif
