#ifndef PHOTOD_SIMULATION_REAL_H
#define PHOTOD_SIMULATION_REAL_H

#include <dlfcn.h>
#include <pthread.h>

/* The C library's own, whose names this library has taken. */
#define REAL(result, name, ...)                                                                                        \
    static inline result (*real_##name##_function(void))(__VA_ARGS__)                                                 \
    {                                                                                                                  \
        static void *found;                                                                                            \
        if (__builtin_expect(!found, 0))                                                                               \
            found = dlsym(RTLD_NEXT, #name);                                                                           \
        return (result(*)(__VA_ARGS__))found;                                                                          \
    }

REAL(long, syscall, long, ...)
#define real_syscall real_syscall_function()
REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
#define real_pthread_create real_pthread_create_function()
REAL(int, pthread_join, pthread_t, void **)
#define real_pthread_join real_pthread_join_function()

#endif
