// What compilers expect of every program, even one without a C library.
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define SHUDU_HIDDEN extern "C"
#else
#define SHUDU_HIDDEN extern "C" __attribute__((visibility("hidden")))
#endif

SHUDU_HIDDEN void *memcpy(void *__restrict to, const void *__restrict from, size_t n) {
    uint8_t *t = static_cast<uint8_t *>(to);
    const uint8_t *f = static_cast<const uint8_t *>(from);
    while (n--) *t++ = *f++;
    return to;
}

SHUDU_HIDDEN void *memset(void *to, int byte, size_t n) {
    uint8_t *t = static_cast<uint8_t *>(to);
    while (n--) *t++ = static_cast<uint8_t>(byte);
    return to;
}

SHUDU_HIDDEN void *memmove(void *to, const void *from, size_t n) {
    uint8_t *t = static_cast<uint8_t *>(to);
    const uint8_t *f = static_cast<const uint8_t *>(from);
    if (t < f)
        while (n--) *t++ = *f++;
    else
        while (n--) t[n] = f[n];
    return to;
}
