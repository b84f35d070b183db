/* embedded.h - the files of data/ as constant bytes in the program.
 *
 * For example, mi_embedded_chess is the contents of data/chess.nnue, and MI_EMBEDDED_chess its
 * size. data/files.mk lists the names. */
#ifndef MI_EMBEDDED_H
#define MI_EMBEDDED_H

#define MI_EMBED(name, file, size)                                                                 \
    extern const unsigned char mi_embedded_##name[];                                               \
    enum { MI_EMBEDDED_##name = (size) };
#include "data/embedded.inc"
#undef MI_EMBED

/* In a web page the bytes are zero until this function has loaded the file, so call it before
 * reading them.  If the page cannot load the file, it reports why, and the bytes stay zero.  A
 * pointer to other bytes is ignored.  In other programs the function does nothing. */
#ifdef MI_EMBED_BY_PAGE
void mi_embedded_load(const unsigned char *bytes);
#else
static inline void mi_embedded_load(const unsigned char *bytes)
{
    (void)bytes;
}
#endif

#endif
