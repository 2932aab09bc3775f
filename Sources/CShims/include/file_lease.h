#ifndef PHOTOD_FILE_LEASE_H
#define PHOTOD_FILE_LEASE_H

/*
 * Whether anybody on this machine has a file open for writing, asked by a read lease (fcntl(2), F_SETLEASE) that is
 * given back at once: the kernel gives none on a file that is being written. `descriptor` must be open for reading only.
 *
 * Returns 1, 0, or a negated errno where nothing can be told: another user's file (EACCES), and file systems without
 * leases. NFS and SMB refuse one too where the server has merely promised nothing, so what they say does not count
 * (EOPNOTSUPP).
 */
int photod_is_open_for_writing(int descriptor);

#endif
