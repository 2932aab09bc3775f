#include "directory.h"

#include <sys/syscall.h>
#include <unistd.h>

ssize_t photod_getdents64(int directory, void *buffer, size_t capacity)
{
    return syscall(SYS_getdents64, directory, buffer, capacity);
}
