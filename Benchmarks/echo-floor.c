/* The floor of a round trip: a Unix socket server of one thread that sends every byte back. */
#define _GNU_SOURCE
#include "measure.h"

#include <sys/epoll.h>

int main(int argc, char **argv)
{
    if (argc != 2) die("usage: echo-floor SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(argv[1]) >= sizeof address.sun_path) die("%s: too long for a socket", argv[1]);
    strcpy(address.sun_path, argv[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 16) != 0)
        die("%s: %s", argv[1], strerror(errno));
    int poller = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    if (poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event) != 0) die("epoll: %s", strerror(errno));
    static char buffer[1 << 16];
    for (;;) {
        struct epoll_event events[16];
        int count = epoll_wait(poller, events, 16, -1);
        if (count < 0 && errno != EINTR) die("epoll: %s", strerror(errno));
        for (int i = 0; i < count; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == listener) {
                int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
                if (client < 0) continue;
                struct epoll_event added = {.events = EPOLLIN, .data.fd = client};
                if (epoll_ctl(poller, EPOLL_CTL_ADD, client, &added) != 0) close(client);
                continue;
            }
            ssize_t length = read(descriptor, buffer, sizeof buffer);
            if (length > 0)
                write_all(descriptor, buffer, (size_t)length);
            else
                close(descriptor);
        }
    }
}
