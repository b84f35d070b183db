/* The assembler finds the files by the -I options.  configure compiles this file without link-time
 * optimization, which does not see an assembler's symbols.
 *
 * Each object format has its own name for the section of constants, and its own way to declare a
 * symbol that is visible only within the library. */
#define QUOTED(text) #text
#define STRING(text) QUOTED(text)
#define SYMBOL(name) STRING(__USER_LABEL_PREFIX__) "mi_embedded_" #name

#if defined __APPLE__
#define SECTION             ".section __TEXT,__const\n"
#define DECLARE(name, size) ".private_extern " SYMBOL(name) "\n"
#elif defined _WIN32
#define SECTION             ".section .rdata,\"dr\"\n"
#define DECLARE(name, size) ""
#else
#ifdef __wasm__
#define SECTION ".section .rodata.embedded,\"\",@\n"
#define OBJECT  "@object"
#else
#define SECTION ".section .rodata\n"
#define OBJECT  "%object"
#endif
#define DECLARE(name, size)                                                                        \
    ".hidden " SYMBOL(name) "\n"                                                                   \
                            ".type " SYMBOL(name) ", " OBJECT "\n"                                 \
                                                  ".size " SYMBOL(name) ", " STRING(size) "\n"
#endif

#define MI_EMBED(name, file, size)                                                                 \
    __asm__(SECTION ".balign 64\n.globl " SYMBOL(name) "\n" DECLARE(name, size)                    \
                SYMBOL(name) ":\n"                                                                 \
                             ".incbin \"" file "\"\n.text\n");
#include "data/embedded.inc"
