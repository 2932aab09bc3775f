/* What Swift cannot import: control-message macros, variadic system calls, calls newer than the C library's headers. */
#ifndef PHOTOD_CSHIMS_H
#define PHOTOD_CSHIMS_H

#include "arena.h"
#include "connection_owner.h"
#include "control_message.h"
#include "directory.h"
#include "file_lease.h"
#include "file_opening.h"
#include "file_status.h"
#include "file_transfer.h"
#include "filesystem.h"
#include "heap.h"
#include "interruption.h"
#include "landlock.h"
#include "loaded_library.h"
#include "memory_file.h"
#include "memory_search.h"
#include "process.h"
#include "thread.h"
#include "timer.h"

#endif
