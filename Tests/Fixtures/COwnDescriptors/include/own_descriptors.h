#ifndef PHOTOD_OWN_DESCRIPTORS_H
#define PHOTOD_OWN_DESCRIPTORS_H

/*
 * Gives the calling thread a descriptor table of its own (unshare(2), CLONE_FILES). A child that another thread starts
 * has a copy of the descriptors of its maker until it runs its program, and what the one closes meanwhile stays open in
 * the other: the kernel tells of a close, and lets a deleted file go, only with the last. Returns 0, or an error number.
 */
int photod_own_descriptors(void);

#endif
