#include "memory_file.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

int photod_memory_file(const void *bytes, size_t length)
{
    int file = memfd_create("photod", MFD_CLOEXEC);
    if (file < 0)
        return -1;
    ssize_t written = write(file, bytes, length);
    if (written >= 0 && (size_t)written == length)
        return file;
    int reason = written < 0 ? errno : ENOSPC;
    close(file);
    errno = reason;
    return -1;
}
