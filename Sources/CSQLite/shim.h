#ifndef PHOTOD_CSQLITE_SHIM_H
#define PHOTOD_CSQLITE_SHIM_H

#include <sqlite3.h>

/* sqlite3_config() and sqlite3_db_config() are variadic, and Swift cannot call variadic C functions. */

/* SQLite's account of its memory costs a mutex on every allocation; photod does not read it.
   Must be called before SQLite is first used. Returns an SQLite result code. */
static inline int photod_sqlite_disable_memory_statistics(void)
{
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Turns the triggers of a connection on (1) or off (0). Returns an SQLite result code. */
static inline int photod_sqlite_enable_triggers(sqlite3 *connection, int enabled)
{
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, enabled, (int *)0);
}

/* Has a word in double quotes be a name always. By default one that names nothing is taken for a text. */
static inline void photod_sqlite_refuse_double_quoted_texts(sqlite3 *connection)
{
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

/* Has SQLite put temporary files into a folder, of which it keeps a copy. Must be called before the first connection is
   opened. A folder that is gone later is passed over for those that it knows. */
static inline void photod_sqlite_set_temporary_folder(const char *path)
{
    sqlite3_temp_directory = sqlite3_mprintf("%s", path);
}

#endif
