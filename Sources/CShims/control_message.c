#include "control_message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* A union, because control data must be aligned as its header is. */
union control {
    char bytes[CMSG_SPACE(PHOTOD_MAXIMUM_DESCRIPTORS * sizeof(int))];
    struct cmsghdr alignment;
};

ssize_t photod_send(int socket, const void *bytes, size_t length, const int *descriptors, size_t count, int flags)
{
    if (count > PHOTOD_MAXIMUM_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    union control control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, flags | MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent;
}

ssize_t photod_receive(int socket, void *buffer, size_t capacity, int *descriptors, size_t *count, int flags)
{
    union control control;
    struct iovec part = {.iov_base = buffer, .iov_len = capacity};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    *count = 0;
    ssize_t received;
    do {
        received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received < 0)
        return -1;

    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t found = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < found; index++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + index * sizeof(int), sizeof(int));
            /* The buffer holds no more than 32, but padding may hold one that rounding made room for. */
            if (*count < PHOTOD_MAXIMUM_DESCRIPTORS)
                descriptors[(*count)++] = descriptor;
            else {
                message.msg_flags |= MSG_CTRUNC;
                close(descriptor);
            }
        }
    }
    if (message.msg_flags & (MSG_CTRUNC | MSG_TRUNC)) {
        for (size_t index = 0; index < *count; index++)
            close(descriptors[index]);
        *count = 0;
        errno = EMSGSIZE;
        return -1;
    }
    return received;
}
