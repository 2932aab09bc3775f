#ifndef PHOTOD_MISDEEDS_CALLS_H
#define PHOTOD_MISDEEDS_CALLS_H

int call_by_name(const char *name, int photo);
int call_as_32_bits(const char *argument, int photo);
int call_as_x32(const char *argument, int photo);

#endif
