#include "CSQLiteShim.h"

#include <sqlite3.h>
#include <stddef.h>

int photod_sqlite_enable_triggers(void *connection, int enabled) {
    return sqlite3_db_config((sqlite3 *)connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled, NULL);
}

int photod_sqlite_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
