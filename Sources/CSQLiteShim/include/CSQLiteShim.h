#ifndef PHOTOD_CSQLITESHIM_H
#define PHOTOD_CSQLITESHIM_H

/* sqlite3_db_config() is variadic, and Swift cannot call variadic C functions. */

/* Turns the triggers of a connection on (1) or off (0). Returns an SQLite result code.
   `connection` is a `sqlite3 *`. */
int photod_sqlite_enable_triggers(void *connection, int enabled);

/* SQLite's account of its memory costs a mutex on every allocation; photod does not read it.
   Must be called before SQLite is first used. Returns an SQLite result code. */
int photod_sqlite_disable_memory_statistics(void);

#endif
