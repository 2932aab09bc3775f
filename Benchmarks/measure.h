/* What the measuring programs share: a clock, a socket that speaks lines, and the quantiles of a run. */
#ifndef PHOTOD_BENCHMARKS_MEASURE_H
#define PHOTOD_BENCHMARKS_MEASURE_H

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));
static void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

static inline void *reserve(size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory) die("out of memory");
    return memory;
}

/* Microseconds of CLOCK_MONOTONIC. */
static inline double now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static inline int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) die("%s: too long for a socket", path);
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0)
        die("cannot connect to %s: %s", path, strerror(errno));
    return descriptor;
}

static inline void write_all(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0) {
            if (errno == EINTR) continue;
            die("write: %s", strerror(errno));
        }
        bytes += written;
        count -= (size_t)written;
    }
}

/* A connection and what has arrived on it. */
struct connection {
    int descriptor;
    char *buffer;
    size_t capacity, length, consumed;
};

static inline void receive_more(struct connection *connection, int timeout_ms)
{
    if (connection->consumed > 0 && connection->consumed == connection->length)
        connection->consumed = connection->length = 0;
    if (connection->length == connection->capacity) {
        if (connection->consumed > connection->capacity / 2) {
            memmove(connection->buffer, connection->buffer + connection->consumed,
                    connection->length - connection->consumed);
            connection->length -= connection->consumed;
            connection->consumed = 0;
        } else {
            connection->capacity *= 2;
            connection->buffer = realloc(connection->buffer, connection->capacity);
            if (!connection->buffer) die("out of memory");
        }
    }
    for (;;) {
        if (timeout_ms >= 0) {
            struct pollfd waiting = {.fd = connection->descriptor, .events = POLLIN};
            int ready = poll(&waiting, 1, timeout_ms);
            if (ready < 0 && errno == EINTR) continue;
            if (ready == 0) die("no answer within %d s", timeout_ms / 1000);
        }
        ssize_t count = read(connection->descriptor, connection->buffer + connection->length,
                             connection->capacity - connection->length);
        if (count > 0) {
            connection->length += (size_t)count;
            return;
        }
        if (count == 0) die("the connection was closed");
        if (errno != EINTR) die("read: %s", strerror(errno));
    }
}

/* The next line without its end, valid until the next call. */
static inline char *receive_line(struct connection *connection, int timeout_ms)
{
    size_t searched = connection->consumed;
    for (;;) {
        char *end = memchr(connection->buffer + searched, '\n', connection->length - searched);
        if (end) {
            char *line = connection->buffer + connection->consumed;
            *end = 0;
            connection->consumed = (size_t)(end - connection->buffer) + 1;
            return line;
        }
        size_t scanned = connection->length - connection->consumed;
        receive_more(connection, timeout_ms);
        searched = connection->consumed + scanned;
    }
}

static inline struct connection open_connection(const char *path, bool greeted)
{
    struct connection connection = {.descriptor = connect_to(path), .capacity = 1 << 16};
    connection.buffer = reserve(connection.capacity);
    if (greeted && strncmp(receive_line(&connection, 10000), "OK ", 3) != 0) die("%s: no greeting", path);
    return connection;
}

/* Sends a request and swallows its reply, however long; dies on an ACK. Blocks in read(2) alone: no poll is timed. */
static inline void ask(struct connection *connection, const char *request, size_t count)
{
    connection->consumed = connection->length = 0;
    write_all(connection->descriptor, request, count);
    for (;;) {
        receive_more(connection, -1);
        size_t length = connection->length;
        const char *bytes = connection->buffer;
        if (bytes[length - 1] != '\n') continue;
        if (length >= 3 && memcmp(bytes + length - 3, "OK\n", 3) == 0 && (length == 3 || bytes[length - 4] == '\n'))
            return;
        const char *last = memrchr(bytes, '\n', length - 1);
        last = last ? last + 1 : bytes;
        if (strncmp(last, "ACK ", 4) == 0) die("refused: %.*s", (int)(bytes + length - last - 1), last);
    }
}

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Sorts `samples` and prints one JSON object, in the unit of the samples. */
static inline void print_quantiles(double *samples, size_t count)
{
    if (count == 0) die("nothing was measured");
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += samples[i];
    qsort(samples, count, sizeof *samples, compare_doubles);
    printf("{\"count\":%zu,\"least\":%.3f,\"median\":%.3f,\"p99\":%.3f,\"max\":%.3f,\"mean\":%.3f}\n",
           count, samples[0], samples[count / 2],
           samples[count * 99 / 100 < count ? count * 99 / 100 : count - 1], samples[count - 1],
           sum / (double)count);
}

/* The value of a string member of a line of JSON, unescaped texts only (ids, months, cursors); NULL where none. */
static inline const char *member(const char *line, const char *key, size_t *length)
{
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *found = strstr(line, pattern);
    if (!found) return NULL;
    found += strlen(pattern);
    const char *end = strchr(found, '"');
    if (!end) return NULL;
    *length = (size_t)(end - found);
    return found;
}

/* The value of a number member; `otherwise` where there is none. */
static inline long number_member(const char *line, const char *key, long otherwise)
{
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    const char *found = strstr(line, pattern);
    return found ? strtol(found + strlen(pattern), NULL, 10) : otherwise;
}

/* SplitMix64: the same numbers for the same seed, on every machine. */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t value = (*state += UINT64_C(0x9E3779B97F4A7C15));
    value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

#endif
