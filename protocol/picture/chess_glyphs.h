/* chess_glyphs.h - chessmen as shapes, for pictures that no font may spoil. */
#ifndef MI_PROTOCOL_PICTURE_CHESS_GLYPHS_H
#define MI_PROTOCOL_PICTURE_CHESS_GLYPHS_H

/* Paths of SVG in a field of 100 by 100: what is filled, and the strokes on it. */
struct mi_chess_glyph {
    const char *body, *strokes;
};

/* The man of a chess symbol of Unicode's, U+2654 to U+265F, whichever the player; NULL: it is none,
 * and is text. */
const struct mi_chess_glyph *mi_chess_glyph_of(unsigned sign);

#endif
