#ifndef PHOTOD_CSYSTEMD_SHIM_H
#define PHOTOD_CSYSTEMD_SHIM_H

/* The journal's calls are macros that add the C source's location; Swift imports the functions behind them. */
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

#endif
