#ifndef PHOTOD_SIMULATED_FILE_H
#define PHOTOD_SIMULATED_FILE_H

#include <stdbool.h>
#include <stdint.h>

/* What the simulated kernel tells of a file; times in nanoseconds since 1970. */
struct simulated_file {
    uint64_t size;
    uint64_t inode;
    int64_t access_time;
    int64_t modification_time;
    int64_t change_time;
    /* 0: the file system keeps none. */
    int64_t birth_time;
    /* Type and permissions. */
    uint32_t mode;
    uint32_t link_count;
    uint32_t owner;
    uint32_t group;
    uint32_t device_minor;
    bool is_mount_root;
};

#endif
