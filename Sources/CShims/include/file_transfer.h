#ifndef PHOTOD_FILE_TRANSFER_H
#define PHOTOD_FILE_TRANSFER_H

#include <stdint.h>
#include <sys/types.h>

/*
 * Opens a folder below `directory` through openat2(2): neither `..` nor a symbolic link on the way can lead out of it,
 * because none is followed. `path` is relative. Close-on-exec. Returns the descriptor, or a negated errno: ELOOP for a
 * link, EXDEV for a way out.
 */
int photod_open_folder_beneath(int directory, const char *path);

/* renameat2(2) with RENAME_NOREPLACE. Returns 0 or an errno: EEXIST where the name is taken. */
int photod_rename_no_replace(int from, const char *name, int to, const char *new_name);

/* Lets the empty file `to` share the content of `from` (FICLONE). Returns 0 or an errno. */
int photod_clone_content(int from, int to);

/*
 * copy_file_range(2) from one position in both files. Returns the bytes copied, 0 at the end, or a negated errno.
 */
int64_t photod_copy_range(int from, int to, int64_t position, size_t length);

/*
 * Gives `to` the extended attributes of `from` that are a user's: user.* and access control lists. Returns how many
 * `to` could not take, or a negated errno where those of `from` cannot be read.
 */
int photod_copy_extended_attributes(int from, int to);

/* syncfs(2). Returns 0 or an errno. */
int photod_sync_filesystem(int descriptor);

#endif
