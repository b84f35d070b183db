/* chess_glyphs.h - chess pieces as SVG paths, so that pictures do not depend on fonts. */
#ifndef MI_PROTOCOL_PICTURE_CHESS_GLYPHS_H
#define MI_PROTOCOL_PICTURE_CHESS_GLYPHS_H

/* SVG paths in a square of 100 by 100: the filled body, and the strokes drawn on it. */
struct mi_chess_glyph {
    const char *body, *strokes;
};

/* The glyph of a chess symbol, U+2654 to U+265F, for either player; NULL for other characters,
 * which are drawn as text. */
const struct mi_chess_glyph *mi_chess_glyph_of(unsigned sign);

#endif
