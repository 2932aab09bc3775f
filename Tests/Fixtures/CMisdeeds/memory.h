#ifndef PHOTOD_MISDEEDS_MEMORY_H
#define PHOTOD_MISDEEDS_MEMORY_H

int take_private_memory(const char *argument, int photo);
int take_shared_memory(const char *argument, int photo);
int take_stack_memory(const char *argument, int photo);
int take_break_memory(const char *argument, int photo);
int take_page_tables(const char *argument, int photo);
int take_deep_stack(const char *argument, int photo);
int map_to_run(const char *argument, int photo);
int map_photo_to_run(const char *argument, int photo);
int map_photo_to_write(const char *argument, int photo);
int map_photo_to_read(const char *argument, int photo);
int make_memory_executable(const char *argument, int photo);

#endif
