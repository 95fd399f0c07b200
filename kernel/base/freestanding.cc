// Functions that compilers and linkers need even without a C library.
//
// Compilers may replace loops and assignments by calls to these three. The kernel copies so few bytes this way that
// their speed does not matter.
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

SHUDU_HIDDEN void *memmove(void *to, const void *from, size_t n) {
    uint8_t *t = static_cast<uint8_t *>(to);
    const uint8_t *f = static_cast<const uint8_t *>(from);
    if (reinterpret_cast<uintptr_t>(to) < reinterpret_cast<uintptr_t>(from))
        while (n--) *t++ = *f++;
    else
        while (n--) t[n] = f[n];
    return to;
}

SHUDU_HIDDEN void *memset(void *to, int byte, size_t n) {
    uint8_t *t = static_cast<uint8_t *>(to);
    while (n--) *t++ = uint8_t(byte);
    return to;
}

#if defined(_WIN32)
// Windows calls this when it loads or unloads the library.
extern "C" int __stdcall DllMainCRTStartup(void *, uint32_t, void *) { return 1; }
#endif
