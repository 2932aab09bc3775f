/*
 * The floor of `months`, `groups` and `photos MONTH offset= limit=`: one thread, the same SQL over the same index, the same
 * bytes on the same kind of socket; nothing else. It only reads, beside the daemon that writes.
 *
 * The statements are the daemon's own (PageQuery, ItemRow and IndexReader in Sources/LibraryIndex) and must follow
 * them; `run` compares replies and says when they differ.
 */
#define _GNU_SOURCE
#include "measure.h"

#include <sqlite3.h>
#include <sys/epoll.h>

/* ---- The daemon's SQL ---- */

static const char months_sql[] =
    "SELECT month, sum(photos), sum(videos) FROM month_count GROUP BY month"
    " HAVING sum(photos) + sum(videos) > 0 ORDER BY month DESC";
#define NEWEST(kind) \
    "(SELECT uuid FROM asset INDEXED BY asset_by_group WHERE asset.grouping = grouping.id AND kind = " kind \
    " AND unreadable = 0 ORDER BY sort_key, uuid LIMIT 1)"
#define NEWEST_OTHER(kind) \
    "SELECT uuid FROM asset INDEXED BY asset_by_group WHERE asset.grouping IS NULL AND kind = " kind \
    " AND unreadable = 0 ORDER BY sort_key, uuid LIMIT 1"
static const char groups_sql[] =
    "SELECT id, name, photos, videos, coalesce(CASE WHEN photos > 0 THEN " NEWEST("0") " END,"
    " CASE WHEN videos > 0 THEN " NEWEST("1") " END) FROM grouping WHERE photos + videos > 0";
static const char all_sql[] = "SELECT coalesce(sum(photos), 0), coalesce(sum(videos), 0) FROM month_count";
static const char other_photo_sql[] = NEWEST_OTHER("0"), other_video_sql[] = NEWEST_OTHER("1");
static const char count_sql[] =
    "SELECT coalesce(sum(photos), 0), coalesce(sum(videos), 0) FROM month_count WHERE month = ?1";
static const char page_sql[] =
    "SELECT uuid, kind, format, directory, name, root, sort_key, date_source, date_detail, date_offset, timestamp,"
    " size, unreadable, width, height, latitude, longitude, duration, description,"
    " (SELECT name FROM grouping WHERE id = asset.grouping), favorite, viewed, month, asset.id, camera,"
    " group_override, modification_time"
    " FROM asset WHERE sort_key > ?1 AND sort_key <= ?2 ORDER BY sort_key, uuid LIMIT ?5 OFFSET ?6";
static const char unviewed_sql[] =
    "SELECT sort_key, uuid FROM asset WHERE sort_key > ?1 AND sort_key <= ?2 AND viewed = 0"
    " ORDER BY sort_key, uuid LIMIT 1";
static const char before_sql[] =
    "SELECT count(*) FROM asset WHERE sort_key > ?1 AND (sort_key, uuid) < (?5, ?6)";
static const char companions_sql[] = "SELECT 1 FROM companion LIMIT 1";
static const char directory_sql[] = "SELECT root, parent, name FROM directory WHERE id = ?1";
static const char root_sql[] = "SELECT name, path FROM root WHERE id = ?1";

enum column {
    UUID, KIND, FORMAT, DIRECTORY, NAME, ROOT, SORT_KEY, DATE_SOURCE, DATE_DETAIL, DATE_OFFSET, TIMESTAMP, SIZE,
    UNREADABLE, WIDTH, HEIGHT, LATITUDE, LONGITUDE, DURATION, DESCRIPTION, GROUP, FAVORITE, VIEWED, MONTH
};

static sqlite3 *database;
static sqlite3_stmt *begin, *commit, *months, *count_month, *page, *unviewed, *before, *companions, *directory, *root, *groups,
    *all, *other_photo, *other_video;

static void check(int code)
{
    if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW) die("SQLite: %s", sqlite3_errmsg(database));
}

static sqlite3_stmt *prepare(const char *sql)
{
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static void run_once(sqlite3_stmt *statement)
{
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

/* ---- Output ---- */

static char *out;
static size_t length, capacity = 1 << 16;

static void room(size_t count)
{
    if (length + count <= capacity) return;
    while (length + count > capacity) capacity *= 2;
    out = realloc(out, capacity);
    if (!out) die("out of memory");
}

static void put(const char *text)
{
    size_t count = strlen(text);
    room(count);
    memcpy(out + length, text, count);
    length += count;
}

/* At least `digits` digits, filled up with zeros. */
static void put_padded(uint64_t value, int digits)
{
    char text[20];
    int count = 0;
    do {
        text[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0);
    room(24);
    for (int i = count; i < digits; i++) out[length++] = '0';
    while (count > 0) out[length++] = text[--count];
}

static void put_number(sqlite3_int64 value)
{
    if (value < 0) put("-");
    put_padded(value < 0 ? -(uint64_t)value : (uint64_t)value, 1);
}

/*
 * The shortest digits that read back as the same number. printf and strtod would take a microsecond for a coordinate;
 * 64 bits of mantissa give sixteen or seventeen digits at once.
 */
static void put_double(double value)
{
    double magnitude = value < 0 ? -value : value;
    if (magnitude >= 1e-3 && magnitude < 1000) {
        static const long double scales[] = {1e9L, 1e13L, 1e14L, 1e15L};
        static const int places[] = {9, 13, 14, 15};
        for (int i = 0; i < 4; i++) {
            uint64_t digits = (uint64_t)((long double)magnitude * scales[i] + 0.5L);
            if ((double)((long double)digits / scales[i]) != magnitude) continue;
            int count = places[i];
            while (count > 0 && digits % 10 == 0) {
                digits /= 10;
                count--;
            }
            uint64_t unit = 1;
            for (int place = 0; place < count; place++) unit *= 10;
            if (value < 0) put("-");
            put_padded(digits / unit, 1);
            if (count == 0) return;
            put(".");
            put_padded(digits % unit, count);
            return;
        }
    }
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    put(text);
}

static void put_text(const unsigned char *bytes, int count)
{
    room((size_t)count * 6 + 2);
    out[length++] = '"';
    for (int i = 0; i < count; i++) {
        unsigned char byte = bytes[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7F) {
            out[length++] = (char)byte;
        } else if (byte == '"' || byte == '\\') {
            out[length++] = '\\';
            out[length++] = (char)byte;
        } else {
            length += (size_t)snprintf(out + length, 7, "\\u%04x", byte);
        }
    }
    out[length++] = '"';
}

static const char digits[] = "0123456789ABCDEF", lower_digits[] = "0123456789abcdef";

static void put_encoded(const unsigned char *bytes, int count)
{
    room((size_t)count * 3);
    for (int i = 0; i < count; i++) {
        unsigned char byte = bytes[i];
        if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
            byte == '-' || byte == '.' || byte == '_' || byte == '~' || byte == '/') {
            out[length++] = (char)byte;
        } else {
            out[length++] = '%';
            out[length++] = digits[byte >> 4];
            out[length++] = digits[byte & 15];
        }
    }
}

static void put_id(const unsigned char *uuid)
{
    room(48);
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10) out[length++] = '-';
        out[length++] = digits[uuid[i] >> 4];
        out[length++] = digits[uuid[i] & 15];
    }
    put("/L0/001");
}

/* ---- months ---- */

static void put_month(int key)
{
    put_padded((uint64_t)key / 100, 4);
    put("-");
    put_padded((uint64_t)key % 100, 2);
}

static void put_counts(sqlite3_int64 photos, sqlite3_int64 videos)
{
    put("\"totalCount\":");
    put_number(photos + videos);
    put(",\"photoCount\":");
    put_number(photos);
    put(",\"videoCount\":");
    put_number(videos);
    put("}\n");
}

static void answer_months(void)
{
    static const char *const names[] = {"January", "February", "March", "April", "May", "June", "July", "August",
                                        "September", "October", "November", "December"};
    while (sqlite3_step(months) == SQLITE_ROW) {
        int key = sqlite3_column_int(months, 0), year = key / 100, month = key % 100;
        if (key == 0) {
            put("{\"monthKey\":\"undated\",\"year\":null,\"month\":null,\"monthName\":\"Undated\",");
        } else if (month >= 1 && month <= 12) {
            put("{\"monthKey\":\"");
            put_month(key);
            put("\",\"year\":");
            put_number(year);
            put(",\"month\":");
            put_number(month);
            put(",\"monthName\":\"");
            put(names[month - 1]);
            put(" ");
            put_number(year);
            put("\",");
        }
        put_counts(sqlite3_column_int64(months, 1), sqlite3_column_int64(months, 2));
    }
    check(sqlite3_reset(months));
}

/* ---- groups ---- */

struct group {
    char *name;
    sqlite3_int64 photos, videos;
    unsigned char cover[16];
    bool has_cover;
};

/* Of ASCII names the daemon's order: without case, then by bytes. */
static int compare_groups(const void *left, const void *right)
{
    const struct group *one = left, *two = right;
    int order = strcasecmp(one->name, two->name);
    return order ? order : strcmp(one->name, two->name);
}

static void put_group(const struct group *group)
{
    put("{\"group\":");
    if (group->name)
        put_text((const unsigned char *)group->name, (int)strlen(group->name));
    else
        put("null");
    /* Of the names that the generated library has, which need no other for a folder. */
    const char *folder = group->name ? group->name : "Other";
    put(",\"folder\":");
    put_text((const unsigned char *)folder, (int)strlen(folder));
    put(",");
    put_counts(group->photos, group->videos);
    if (!group->has_cover) return;
    /* In the place of the brace and the line end. */
    length -= 2;
    put(",\"cover\":\"");
    put_id(group->cover);
    put("\"}\n");
}

static void take_cover(struct group *group, sqlite3_stmt *statement, int column)
{
    group->has_cover = sqlite3_column_bytes(statement, column) == 16;
    if (group->has_cover) memcpy(group->cover, sqlite3_column_blob(statement, column), 16);
}

static void answer_groups(void)
{
    static struct group *found;
    static size_t room_for;
    size_t count = 0;
    struct group other = {0};
    while (sqlite3_step(groups) == SQLITE_ROW) {
        if (count == room_for) {
            room_for = room_for ? room_for * 2 : 1024;
            found = realloc(found, room_for * sizeof *found);
            if (!found) die("out of memory");
        }
        struct group *group = &found[count++];
        group->name = strdup((const char *)sqlite3_column_text(groups, 1));
        if (!group->name) die("out of memory");
        group->photos = sqlite3_column_int64(groups, 2);
        group->videos = sqlite3_column_int64(groups, 3);
        take_cover(group, groups, 4);
        other.photos -= group->photos;
        other.videos -= group->videos;
    }
    check(sqlite3_reset(groups));
    if (sqlite3_step(all) == SQLITE_ROW) {
        other.photos += sqlite3_column_int64(all, 0);
        other.videos += sqlite3_column_int64(all, 1);
    }
    check(sqlite3_reset(all));
    qsort(found, count, sizeof *found, compare_groups);
    for (size_t i = 0; i < count; i++) {
        put_group(&found[i]);
        free(found[i].name);
    }
    if (other.photos + other.videos == 0) return;
    sqlite3_stmt *const covers[] = {other.photos > 0 ? other_photo : NULL, other.videos > 0 ? other_video : NULL};
    for (int i = 0; i < 2 && !other.has_cover; i++) {
        if (!covers[i]) continue;
        if (sqlite3_step(covers[i]) == SQLITE_ROW) take_cover(&other, covers[i], 0);
        check(sqlite3_reset(covers[i]));
    }
    put_group(&other);
}

/* ---- photos ---- */

/* Where the items of the page lie: most share one directory. */
static struct {
    sqlite3_int64 directory;
    unsigned char path[8192];
    int length;
    char root[512];
} place;

static void find_place(sqlite3_int64 key)
{
    if (place.directory == key) return;
    unsigned char *end = place.path + sizeof place.path, *start = end;
    sqlite3_int64 parent = key, root_key = 0;
    while (parent != 0) {
        check(sqlite3_bind_int64(directory, 1, parent));
        if (sqlite3_step(directory) != SQLITE_ROW) die("a directory is missing");
        root_key = sqlite3_column_int64(directory, 0);
        parent = sqlite3_column_int64(directory, 1);
        int count = sqlite3_column_bytes(directory, 2);
        if (start - place.path < count + 1) die("a path is too long");
        if (count > 0) {
            start -= count;
            memcpy(start, sqlite3_column_blob(directory, 2), (size_t)count);
            *--start = '/';
        }
        check(sqlite3_reset(directory));
    }
    check(sqlite3_bind_int64(root, 1, root_key));
    if (sqlite3_step(root) != SQLITE_ROW) die("a root is missing");
    snprintf(place.root, sizeof place.root, "%s", (const char *)sqlite3_column_text(root, 0));
    int count = sqlite3_column_bytes(root, 1);
    if (start - place.path < count) die("a path is too long");
    start -= count;
    memcpy(start, sqlite3_column_blob(root, 1), (size_t)count);
    check(sqlite3_reset(root));
    place.length = (int)(end - start);
    memmove(place.path, start, (size_t)place.length);
    place.directory = key;
}

static const char *source_name(int source)
{
    switch (source) {
    case 10: return "exif:DateTimeOriginal";
    case 14: return "exif:DateTimeDigitized";
    case 15: return "exif:DateTime";
    case 30: return "filename";
    case 40: return "mtime";
    default: return "none";
    }
}

static void put_date(void)
{
    sqlite3_int64 sort_key = sqlite3_column_int64(page, SORT_KEY);
    if (sqlite3_column_type(page, TIMESTAMP) != SQLITE_NULL) {
        put(",\"timestamp\":");
        put_number(sqlite3_column_int64(page, TIMESTAMP));
    }
    if (sort_key == INT64_MAX) return;
    int64_t microseconds = -sort_key, seconds = microseconds / 1000000;
    if (microseconds % 1000000 < 0) seconds--;
    time_t time = (time_t)seconds;
    struct tm parts;
    gmtime_r(&time, &parts);
    put(",\"localTime\":\"");
    put_padded((uint64_t)parts.tm_year + 1900, 4);
    put("-");
    put_padded((uint64_t)parts.tm_mon + 1, 2);
    put("-");
    put_padded((uint64_t)parts.tm_mday, 2);
    put("T");
    put_padded((uint64_t)parts.tm_hour, 2);
    put(":");
    put_padded((uint64_t)parts.tm_min, 2);
    put(":");
    put_padded((uint64_t)parts.tm_sec, 2);
    int kept = (int)(sqlite3_column_int64(page, DATE_DETAIL) & 15);
    if (kept > 0 && kept <= 6) {
        put(".");
        put_padded((uint64_t)(microseconds - seconds * 1000000), 6);
        length -= (size_t)(6 - kept);
    }
    put("\"");
    if (sqlite3_column_type(page, DATE_OFFSET) != SQLITE_NULL) {
        int minutes = sqlite3_column_int(page, DATE_OFFSET);
        put(minutes < 0 ? ",\"offset\":\"-" : ",\"offset\":\"+");
        put_padded((uint64_t)abs(minutes) / 60, 2);
        put(":");
        put_padded((uint64_t)abs(minutes) % 60, 2);
        put("\"");
    }
}

static void put_optional(const char *key, enum column column)
{
    switch (sqlite3_column_type(page, column)) {
    case SQLITE_NULL: return;
    case SQLITE_INTEGER:
        put(key);
        put_number(sqlite3_column_int64(page, column));
        return;
    case SQLITE_FLOAT:
        put(key);
        put_double(sqlite3_column_double(page, column));
        return;
    default:
        put(key);
        put_text(sqlite3_column_text(page, column), sqlite3_column_bytes(page, column));
    }
}

static void put_item(void)
{
    static const char *const precisions[] = {NULL, "minute", "hour", "day", "month", "year", NULL, NULL};
    const unsigned char *name = sqlite3_column_blob(page, NAME);
    int name_length = sqlite3_column_bytes(page, NAME);
    find_place(sqlite3_column_int64(page, DIRECTORY));
    put("{\"id\":\"");
    put_id(sqlite3_column_blob(page, UUID));
    put("\",\"uri\":\"file://");
    put_encoded(place.path, place.length);
    put("/");
    put_encoded(name, name_length);
    put("\",\"path\":");
    put_text(place.path, place.length);
    out[length - 1] = '/';
    size_t joint = length;
    put_text(name, name_length);
    memmove(out + joint, out + joint + 1, length - joint - 1);
    length--;
    put(sqlite3_column_int(page, KIND) ? ",\"type\":\"video\"" : ",\"type\":\"photo\"");
    put_date();
    put(",\"dateSource\":\"");
    put(source_name(sqlite3_column_int(page, DATE_SOURCE)));
    put("\",\"source\":");
    put_text((const unsigned char *)place.root, (int)strlen(place.root));
    put(",\"filename\":");
    put_text(name, name_length);
    int month = sqlite3_column_int(page, MONTH);
    put(",\"monthKey\":\"");
    if (month)
        put_month(month);
    else
        put("undated");
    put("\"");
    if (sqlite3_column_type(page, GROUP) == SQLITE_NULL) put(",\"group\":null");
    else put_optional(",\"group\":", GROUP);
    put_optional(",\"description\":", DESCRIPTION);
    if (sqlite3_column_type(page, FAVORITE) != SQLITE_NULL)
        put(sqlite3_column_int(page, FAVORITE) ? ",\"favorite\":true" : ",\"favorite\":false");
    put(sqlite3_column_int(page, VIEWED) ? ",\"viewed\":true" : ",\"viewed\":false");
    put_optional(",\"width\":", WIDTH);
    put_optional(",\"height\":", HEIGHT);
    put_optional(",\"latitude\":", LATITUDE);
    put_optional(",\"longitude\":", LONGITUDE);
    put_optional(",\"duration\":", DURATION);
    put_optional(",\"size\":", SIZE);
    put(sqlite3_column_int(page, FORMAT) == 1 ? ",\"mimeType\":\"image/jpeg\"" : ",\"mimeType\":\"video/mp4\"");
    const char *precision = precisions[sqlite3_column_int64(page, DATE_DETAIL) >> 4 & 7];
    if (precision) {
        put(",\"precision\":\"");
        put(precision);
        put("\"");
    }
    put(sqlite3_column_int(page, UNREADABLE) ? ",\"state\":\"unreadable\"}\n" : ",\"state\":\"ok\"}\n");
}

static void bind_range(sqlite3_stmt *statement, sqlite3_int64 after, sqlite3_int64 through)
{
    check(sqlite3_bind_int64(statement, 1, after));
    check(sqlite3_bind_int64(statement, 2, through));
}

/* The offset of the first item not viewed; -1 where all are. */
static sqlite3_int64 first_unviewed(sqlite3_int64 after, sqlite3_int64 through)
{
    sqlite3_int64 result = -1;
    bind_range(unviewed, after, through);
    if (sqlite3_step(unviewed) == SQLITE_ROW) {
        bind_range(before, after, through);
        check(sqlite3_bind_int64(before, 5, sqlite3_column_int64(unviewed, 0)));
        check(sqlite3_bind_blob(before, 6, sqlite3_column_blob(unviewed, 1), 16, SQLITE_STATIC));
        if (sqlite3_step(before) == SQLITE_ROW) result = sqlite3_column_int64(before, 0);
        check(sqlite3_reset(before));
    }
    check(sqlite3_reset(unviewed));
    return result;
}

static void answer_photos(int year, int month, long offset, long limit)
{
    struct tm first = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = 1};
    struct tm next = {.tm_year = year - 1900, .tm_mon = month, .tm_mday = 1};
    sqlite3_int64 through = -(sqlite3_int64)timegm(&first) * 1000000, after = -(sqlite3_int64)timegm(&next) * 1000000;

    check(sqlite3_bind_int(count_month, 1, year * 100 + month));
    sqlite3_int64 total = 0;
    if (sqlite3_step(count_month) == SQLITE_ROW)
        total = sqlite3_column_int64(count_month, 0) + sqlite3_column_int64(count_month, 1);
    check(sqlite3_reset(count_month));
    run_once(companions);

    bind_range(page, after, through);
    check(sqlite3_bind_int64(page, 5, limit + 1));
    check(sqlite3_bind_int64(page, 6, offset));
    long count = 0;
    bool more = false;
    unsigned char last[16];
    sqlite3_int64 last_key = 0;
    while (sqlite3_step(page) == SQLITE_ROW) {
        if (count == limit) {
            more = true;
            break;
        }
        put_item();
        if (++count == limit) {
            memcpy(last, sqlite3_column_blob(page, UUID), 16);
            last_key = sqlite3_column_int64(page, SORT_KEY);
        }
    }
    check(sqlite3_reset(page));
    sqlite3_int64 first_one = first_unviewed(after, through);

    put("{\"page\":{\"offset\":");
    put_number(offset);
    put(",\"count\":");
    put_number(count);
    put(",\"total\":");
    put_number(total);
    put(more ? ",\"hasMore\":true" : ",\"hasMore\":false");
    if (more) {
        put(",\"nextOffset\":");
        put_number(offset + count);
        put(",\"nextCursor\":\"");
        put_number(last_key);
        put(".");
        room(40);
        for (int i = 0; i < 16; i++) {
            out[length++] = lower_digits[last[i] >> 4];
            out[length++] = lower_digits[last[i] & 15];
        }
        put("\"");
    } else {
        put(",\"nextOffset\":null,\"nextCursor\":null");
    }
    put(",\"firstUnviewed\":");
    if (first_one >= 0)
        put_number(first_one);
    else
        put("null");
    put("}}\n");
}

/* ---- Serving ---- */

static void answer(char *line)
{
    int year, month;
    long offset = 0, limit = 20;
    if (strcmp(line, "ping") != 0) {
        run_once(begin);
        if (strcmp(line, "months") == 0) {
            answer_months();
        } else if (strcmp(line, "groups") == 0) {
            answer_groups();
        } else if (sscanf(line, "photos %4d-%2d", &year, &month) == 2) {
            const char *option = strstr(line, "offset=");
            if (option) offset = atol(option + 7);
            option = strstr(line, "limit=");
            if (option) limit = atol(option + 6);
            answer_photos(year, month, offset, limit);
        } else {
            run_once(commit);
            put("ACK [5@0] {} unknown-command: this server knows ping, months, groups and photos\n");
            return;
        }
        run_once(commit);
    }
    put("OK\n");
}

int main(int argc, char **argv)
{
    if (argc != 3) die("usage: query-floor INDEX SOCKET");
    if (sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        die("%s: %s", argv[1], sqlite3_errmsg(database));
    check(sqlite3_exec(database, "PRAGMA cache_size = -8192", NULL, NULL, NULL));
    begin = prepare("BEGIN");
    commit = prepare("COMMIT");
    months = prepare(months_sql);
    groups = prepare(groups_sql);
    all = prepare(all_sql);
    other_photo = prepare(other_photo_sql);
    other_video = prepare(other_video_sql);
    count_month = prepare(count_sql);
    page = prepare(page_sql);
    unviewed = prepare(unviewed_sql);
    before = prepare(before_sql);
    companions = prepare(companions_sql);
    directory = prepare(directory_sql);
    root = prepare(root_sql);
    out = reserve(capacity);

    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(argv[2]) >= sizeof address.sun_path) die("%s: too long for a socket", argv[2]);
    strcpy(address.sun_path, argv[2]);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 16) != 0)
        die("%s: %s", argv[2], strerror(errno));
    int poller = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    if (poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event) != 0) die("epoll: %s", strerror(errno));
    for (;;) {
        if (epoll_wait(poller, &event, 1, -1) < 1) continue;
        int descriptor = event.data.fd;
        if (descriptor == listener) {
            int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
            if (client < 0) continue;
            struct epoll_event added = {.events = EPOLLIN, .data.fd = client};
            /* Whoever only looked whether the server is there is gone already. */
            if (send(client, "OK photod 1\n", 12, MSG_NOSIGNAL) != 12 ||
                epoll_ctl(poller, EPOLL_CTL_ADD, client, &added) != 0)
                close(client);
            continue;
        }
        /* A measuring client sends one short line at a time. */
        char line[4096];
        ssize_t count = read(descriptor, line, sizeof line - 1);
        if (count <= 0) {
            close(descriptor);
            continue;
        }
        line[count] = 0;
        line[strcspn(line, "\n")] = 0;
        length = 0;
        answer(line);
        write_all(descriptor, out, length);
    }
}
