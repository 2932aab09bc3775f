#ifndef PHOTOD_FILE_STATUS_H
#define PHOTOD_FILE_STATUS_H

#include <stdint.h>

/* What statx(2) tells; times in nanoseconds since 1970. `birth_time` is 0 where the file system keeps none. */
struct photod_file_status {
    uint64_t size;
    uint64_t inode;
    int64_t modification_time;
    int64_t change_time;
    int64_t birth_time;
    uint32_t mode;
    uint32_t link_count;
    uint32_t device_major;
    uint32_t device_minor;
    uint32_t owner;
    /* Whether it is the root of a mount; 0 before Linux 5.8. */
    int is_mount_root;
    /* Whether its file system lets nobody replace or remove it (chattr +i, +a). */
    int is_immutable;
};

/*
 * statx(2) of `name` in `directory`, never following a symbolic link there nor mounting anything; of `directory`
 * itself where `name` is empty. Returns 0, or -1 with errno.
 */
int photod_entry_status(int directory, const char *name, struct photod_file_status *status);

/* The same of what `name` leads to, links followed. */
int photod_followed_status(int directory, const char *name, struct photod_file_status *status);

/*
 * What the kernel knows of the file that a path leads to, links followed, without asking a server: it does not hang
 * where one is gone. Returns 0, or -1 with errno.
 */
int photod_known_status(const char *path, struct photod_file_status *status);

/*
 * Asks the file system that a path leads to something that only its server can answer: returns when it did, with an error
 * or without.
 */
void photod_ask_file_system(const char *path);

#endif
