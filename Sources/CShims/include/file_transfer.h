#ifndef PHOTOD_FILE_TRANSFER_H
#define PHOTOD_FILE_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * Opens a folder of `directory`; a symbolic link is none. Close-on-exec. `is_passed`: only to open what is in it, for which
 * it need not be readable. Returns the descriptor, or a negated errno: ELOOP for a link.
 */
int photod_open_folder(int directory, const char *name, bool is_passed);

/* renameat2(2) with RENAME_NOREPLACE. Returns 0 or an errno: EEXIST where the name is taken. */
int photod_rename_no_replace(int from, const char *name, int to, const char *new_name);

/* renameat2(2) with RENAME_EXCHANGE, of two names in a directory. Returns 0 or an errno. */
int photod_exchange(int directory, const char *first, const char *second);

/* Lets the empty file `to` share the content of `from` (FICLONE). Returns 0 or an errno. */
int photod_clone_content(int from, int to);

/*
 * copy_file_range(2) from one position in both files. Returns the bytes copied, 0 at the end, or a negated errno.
 */
int64_t photod_copy_range(int from, int to, int64_t position, size_t length);

/* Has the kernel copy bytes of one file to another place of another. How many, 0 at the end, or a negated error number. */
int64_t photod_copy_part(int from, int64_t source, int to, int64_t target, size_t length);

/*
 * Gives `to` the extended attributes `user.*` of `from`. Returns how many `to` could not take, or a negated errno where
 * those of `from` cannot be read.
 */
int photod_copy_user_attributes(int from, int to);

/*
 * Whether `to` has every attribute `user.*` of `from`, with the same value: 1 or 0, or a negated errno where those of
 * `from` cannot be read.
 */
int photod_has_user_attributes(int to, int from);

/*
 * Reads the access control list of a file, as acl(5) and the kernel's posix_acl_xattr.h have it. Returns its length, 0
 * where there is none, or a negated errno.
 */
ssize_t photod_access_list(int file, void *buffer, size_t capacity);

/* Return 0 or an errno. */
int photod_set_access_list(int file, const void *list, size_t length);
int photod_remove_access_list(int file);

/* syncfs(2). Returns 0 or an errno. */
int photod_sync_filesystem(int descriptor);

#endif
