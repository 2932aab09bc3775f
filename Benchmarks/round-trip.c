/*
 * Times requests on a Unix socket, one after the other, and prints the quantiles in microseconds.
 *
 * In a request `{month}` and `{offset}` stand for a random month and a random offset in it, `{id}` for an id that
 * is not viewed yet, each used once before any is used again; what there is to choose from is asked of the daemon
 * first. Pin both ends to one core from outside (taskset):
 * latencies across cores are bimodal.
 */
#define _GNU_SOURCE
#include "measure.h"

#include <getopt.h>

static const char usage[] =
    "usage: round-trip --socket PATH [--echo] [--line REQUEST] [--keyset LIST] [--count N] [--warm N] [--seed S]\n"
    "                  [--between REQUEST [--between-socket PATH]] [--choices PATH] [--ids N]\n"
    "--echo: no greeting, and the reply is the request. --between: sent on a second connection before each request,\n"
    "untimed. --choices: the socket that is asked for months and ids (default: --between-socket, else --socket).\n"
    "--keyset: times pages all over a list (\"photos 2016-11\", \"group other=1\") by their cursors, each in turn with\n"
    "the first page, and prints the medians of the place with the worst ratio.\n"
    "--ids: sends so many ids after each request, which ends with ids=@, and the blank line after them.";

static const size_t most_ids = 20000;

struct month {
    char key[16];
    long total;
};

static struct {
    struct month *months;
    size_t month_count;
    char (*ids)[64];
    size_t id_count, next_id;
    uint64_t random;
} choices;

static void send_request(struct connection *connection, const char *request)
{
    connection->consumed = connection->length = 0;
    write_all(connection->descriptor, request, strlen(request));
}

/* A reply's next line; NULL at its end. */
static char *reply_line(struct connection *connection)
{
    char *line = receive_line(connection, 60000);
    if (strncmp(line, "ACK ", 4) == 0) die("refused: %s", line);
    return strcmp(line, "OK") == 0 ? NULL : line;
}

static void learn(const char *socket)
{
    struct connection connection = open_connection(socket, true);
    send_request(&connection, "months\n");
    for (char *line; (line = reply_line(&connection));) {
        size_t length;
        const char *key = member(line, "monthKey", &length);
        long total = number_member(line, "totalCount", 0);
        if (!key || length >= 16 || total < 1) continue;
        choices.months = realloc(choices.months, (choices.month_count + 1) * sizeof *choices.months);
        if (!choices.months) die("out of memory");
        struct month *month = &choices.months[choices.month_count++];
        memcpy(month->key, key, length);
        month->key[length] = 0;
        month->total = total;
    }
    if (choices.month_count == 0) die("%s: there are no months to choose from", socket);
    choices.ids = reserve(most_ids * sizeof *choices.ids);
    for (size_t i = 0; i < choices.month_count && choices.id_count < most_ids; i++) {
        char request[64];
        snprintf(request, sizeof request, "photos %s unviewed=1 limit=1000\n", choices.months[i].key);
        send_request(&connection, request);
        for (char *line; (line = reply_line(&connection));) {
            size_t length;
            const char *id = member(line, "id", &length);
            if (!id || length >= 64 || choices.id_count == most_ids) continue;
            memcpy(choices.ids[choices.id_count], id, length);
            choices.ids[choices.id_count++][length] = 0;
        }
    }
    close(connection.descriptor);
    free(connection.buffer);
}

/* Fills in a template and ends it with a line end; returns its length. */
static size_t compose(const char *template, char *out, size_t capacity)
{
    const struct month *month = NULL;
    if (choices.month_count) month = &choices.months[next_random(&choices.random) % choices.month_count];
    size_t length = 0;
    while (*template) {
        char value[64];
        const char *text = value;
        if (month && strncmp(template, "{month}", 7) == 0) {
            text = month->key;
            template += 7;
        } else if (month && strncmp(template, "{offset}", 8) == 0) {
            long highest = month->total > 20 ? month->total - 20 : 0;
            snprintf(value, sizeof value, "%ld", (long)(next_random(&choices.random) % (uint64_t)(highest + 1)));
            template += 8;
        } else if (choices.id_count && strncmp(template, "{id}", 4) == 0) {
            text = choices.ids[choices.next_id++ % choices.id_count];
            template += 4;
        } else {
            value[0] = *template++;
            value[1] = 0;
        }
        size_t added = strlen(text);
        if (length + added + 2 > capacity) die("a request is too long");
        memcpy(out + length, text, added);
        length += added;
    }
    out[length++] = '\n';
    return length;
}

/* Appends the list that follows `ids=@`; returns its length. */
static size_t list_ids(size_t count, char *out)
{
    char *end = out;
    for (size_t i = 0; i < count; i++) {
        end = stpcpy(end, choices.ids[choices.next_id++ % choices.id_count]);
        *end++ = '\n';
    }
    *end++ = '\n';
    return (size_t)(end - out);
}

static void ask_echo(struct connection *connection, const char *request, size_t count)
{
    connection->consumed = connection->length = 0;
    write_all(connection->descriptor, request, count);
    while (connection->length < count) receive_more(connection, -1);
}

static void measure_lines(struct connection *connection, bool echo, const char *line, const char *between,
                          const char *between_socket, size_t ids, long count, long warm)
{
    struct connection second = {0};
    if (between) second = open_connection(between_socket, true);
    double *samples = reserve((size_t)count * sizeof *samples);
    const size_t longest = 8192;
    char *request = reserve(longest + ids * sizeof *choices.ids + 1), write[8192];
    for (long i = -warm; i < count; i++) {
        if (between) ask(&second, write, compose(between, write, sizeof write));
        size_t length = compose(line, request, longest);
        if (ids) length += list_ids(ids, request + length);
        double start = now_us();
        if (echo)
            ask_echo(connection, request, length);
        else
            ask(connection, request, length);
        if (i >= 0) samples[i] = now_us() - start;
    }
    print_quantiles(samples, (size_t)count);
    free(request);
    free(samples);
}

/* The medians of two requests that take turns, so that what else the machine does falls on both. */
static void medians_of(struct connection *connection, const char *requests[2], long count, double medians[2])
{
    double *samples = reserve(2 * (size_t)count * sizeof *samples);
    for (long i = 0; i < 2 * count; i++) {
        const char *request = requests[i % 2];
        double start = now_us();
        ask(connection, request, strlen(request));
        samples[(i % 2) * count + i / 2] = now_us() - start;
    }
    for (int i = 0; i < 2; i++) {
        qsort(samples + i * count, (size_t)count, sizeof *samples, compare_doubles);
        medians[i] = samples[i * count + count / 2];
    }
    free(samples);
}

static void measure_keyset(struct connection *connection, const char *list, long count)
{
    char first[512], request[512], cursor[128] = "";
    double worst[2] = {0, 1};
    long pages = 0;
    snprintf(first, sizeof first, "%s limit=20\n", list);
    for (;;) {
        if (*cursor) {
            double medians[2];
            snprintf(request, sizeof request, "%s limit=20 after=%s\n", list, cursor);
            medians_of(connection, (const char *[]){request, first}, count, medians);
            if (medians[0] / medians[1] > worst[0] / worst[1]) memcpy(worst, medians, sizeof worst);
            pages++;
        }
        /* The next place to measure lies a thousand items on. */
        snprintf(request, sizeof request, "%s limit=1000%s%s\n", list, *cursor ? " after=" : "", cursor);
        send_request(connection, request);
        bool more = false;
        for (char *line; (line = reply_line(connection));) {
            size_t length;
            const char *next = member(line, "nextCursor", &length);
            if (!next || length >= sizeof cursor) continue;
            memcpy(cursor, next, length);
            cursor[length] = 0;
            more = true;
        }
        if (!more) break;
    }
    if (pages < 1) die("%s has no second thousand to go to", list);
    printf("{\"places\":%ld,\"first\":%.2f,\"worst\":%.2f,\"ratio\":%.3f}\n", pages, worst[1], worst[0],
           worst[0] / worst[1]);
}

int main(int argc, char **argv)
{
    const char *socket = NULL, *line = NULL, *keyset = NULL, *between = NULL, *between_socket = NULL, *chooser = NULL;
    bool echo = false;
    long count = 10000, warm = 500, ids = 0;
    static const struct option names[] = {
        {"socket", required_argument, 0, 's'},  {"echo", no_argument, 0, 'e'},
        {"line", required_argument, 0, 'l'},    {"keyset", required_argument, 0, 'k'},
        {"count", required_argument, 0, 'n'},   {"warm", required_argument, 0, 'w'},
        {"seed", required_argument, 0, 'r'},    {"between", required_argument, 0, 'b'},
        {"choices", required_argument, 0, 'c'}, {"between-socket", required_argument, 0, 'B'},
        {"ids", required_argument, 0, 'i'},
        {0}};
    choices.random = 1;
    for (int option; (option = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        switch (option) {
        case 's': socket = optarg; break;
        case 'e': echo = true; break;
        case 'l': line = optarg; break;
        case 'k': keyset = optarg; break;
        case 'n': count = atol(optarg); break;
        case 'w': warm = atol(optarg); break;
        case 'r': choices.random = strtoull(optarg, NULL, 10); break;
        case 'b': between = optarg; break;
        case 'B': between_socket = optarg; break;
        case 'i': ids = atol(optarg); break;
        case 'c': chooser = optarg; break;
        default: die("%s", usage);
        }
    }
    if (!socket || !line == !keyset || count < 1 || warm < 0 || ids < 0 || optind != argc) die("%s", usage);
    if (!between_socket) between_socket = socket;
    if (ids > 0 || (line && strchr(line, '{')) || (between && strchr(between, '{'))) learn(chooser ? chooser : between_socket);
    struct connection connection = open_connection(socket, !echo);
    if (ids > 0 && choices.id_count == 0) die("%s: there are no ids to choose from", socket);
    if (keyset)
        measure_keyset(&connection, keyset, count);
    else
        measure_lines(&connection, echo, line, between, between_socket, (size_t)ids, count, warm);
    return 0;
}
