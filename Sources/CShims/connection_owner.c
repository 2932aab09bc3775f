#include "connection_owner.h"

#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

/* Of TCP's states, as /proc/net/tcp and sock_diag number them. */
enum { ESTABLISHED = 1 };

struct question {
    struct nlmsghdr head;
    struct inet_diag_req_v2 wanted;
};

static int name(const struct sockaddr *end, __be16 *port, __be32 address[4])
{
    if (end->sa_family == AF_INET) {
        const struct sockaddr_in *four = (const struct sockaddr_in *)end;
        *port = four->sin_port;
        memcpy(address, &four->sin_addr, sizeof four->sin_addr);
        return 0;
    }
    if (end->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)end;
        *port = six->sin6_port;
        memcpy(address, &six->sin6_addr, sizeof six->sin6_addr);
        return 0;
    }
    return EAFNOSUPPORT;
}

/* The kernel answers within the call that asks, so that there is nothing to wait for. */
static int ask(int descriptor, const struct question *question, struct photod_connection_owner *owner)
{
    if (send(descriptor, question, sizeof *question, MSG_NOSIGNAL) < 0)
        return errno;
    union {
        struct nlmsghdr head;
        char bytes[1024];
    } reply;
    ssize_t count = recv(descriptor, &reply, sizeof reply, MSG_DONTWAIT);
    if (count < 0)
        return errno;
    if (!NLMSG_OK(&reply.head, (size_t)count))
        return EBADMSG;
    if (reply.head.nlmsg_type == NLMSG_ERROR) {
        if (reply.head.nlmsg_len < NLMSG_LENGTH(sizeof(struct nlmsgerr)))
            return EBADMSG;
        int code = -((const struct nlmsgerr *)NLMSG_DATA(&reply.head))->error;
        return code > 0 ? code : EBADMSG;
    }
    if (reply.head.nlmsg_type != SOCK_DIAG_BY_FAMILY
        || reply.head.nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg)))
        return EBADMSG;
    const struct inet_diag_msg *found = NLMSG_DATA(&reply.head);
    /* Where no connection has these names, the kernel gives who listens at the first. */
    if (memcmp(&found->id.idiag_sport, &question->wanted.id.idiag_sport, sizeof found->id.idiag_sport)
        || memcmp(&found->id.idiag_dport, &question->wanted.id.idiag_dport, sizeof found->id.idiag_dport))
        return ENOENT;
    owner->user = found->idiag_uid;
    owner->is_established = found->idiag_state == ESTABLISHED;
    return 0;
}

int photod_find_connection_owner(
    const struct sockaddr *other, const struct sockaddr *own, struct photod_connection_owner *owner)
{
    struct question question = {
        .head = {
            .nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST,
        },
        .wanted = {
            .sdiag_family = (__u8)other->sa_family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0U,
            .id = {.idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}},
        },
    };
    if (other->sa_family != own->sa_family)
        return EAFNOSUPPORT;
    int error = name(other, &question.wanted.id.idiag_sport, question.wanted.id.idiag_src);
    if (!error)
        error = name(own, &question.wanted.id.idiag_dport, question.wanted.id.idiag_dst);
    if (error)
        return error;
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (descriptor < 0)
        return errno;
    error = ask(descriptor, &question, owner);
    close(descriptor);
    return error;
}
