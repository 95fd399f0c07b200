// Stack probes. On Windows, a function whose locals fill more than a page must touch the pages of the stack in order,
// because the system allocates the next one when its guard page is touched. Compilers call this at its start.
#if defined(_WIN32) && defined(__x86_64__)
// The size is in rax; all registers are preserved.
asm(R"(
    .globl ___chkstk_ms
___chkstk_ms:
    pushq %rcx
    pushq %rax
    leaq 24(%rsp), %rcx
1:
    cmpq $4096, %rax
    jbe 2f
    subq $4096, %rcx
    testb $0, (%rcx)
    subq $4096, %rax
    jmp 1b
2:
    subq %rax, %rcx
    testb $0, (%rcx)
    popq %rax
    popq %rcx
    ret
)");
#elif defined(_WIN32) && defined(__aarch64__)
// The size in units of 16 bytes is in x15; x16 and x17 are free to use.
asm(R"(
    .globl __chkstk
__chkstk:
    lsl x16, x15, #4
    mov x17, sp
1:
    sub x17, x17, #4096
    ldr xzr, [x17]
    subs x16, x16, #4096
    b.gt 1b
    ret
)");
#endif
