/* Symbols for assessments in PGN files, and their numbers in the standard (NAGs). */
#include "pgn.h"

#include <string.h>

static const struct glyph {
    const char *symbol, *nag;
    bool may_follow_move; /* may follow a move without a space */
} glyphs[] = {
    {"+/-", "$16", true},
    {"-/+", "$17", true},
    {"+/=", "$14", true},
    {"=/+", "$15", true},
    {"+--", "$18", true},
    {"--+", "$19", true},
    {"+-", "$18", true},
    {"-+", "$19", true},
    {"+=", "$14", true},
    {"=+", "$15", true},
    {"\xc2\xb1", "$16", true},
    {"\xe2\x88\x93", "$17", true},
    {"\xe2\xa9\xb2", "$14", true},
    {"\xe2\xa9\xb1", "$15", true},
    {"\xe2\x88\x9e", "$13", true},
    {"\xe2\x96\xa1", "$7", true},
    {"~", "$13", true},
    {"=", "$10", false},
    {"==", "$10", false},
    {"N", "$146", false},
    {"TN", "$146", false},
    {"D", "$220", false},
};

static bool ends_with(struct mi_text word, const char *symbol)
{
    size_t length = strlen(symbol);
    return word.length >= length && memcmp(word.at + word.length - length, symbol, length) == 0;
}

const char *mi_pgn_split_glyph(struct mi_text *word)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++) {
        const struct glyph *glyph = &glyphs[i];
        if (mi_text_is(*word, glyph->symbol) ||
            (glyph->may_follow_move && ends_with(*word, glyph->symbol))) {
            word->length -= strlen(glyph->symbol);
            return glyph->nag;
        }
    }
    return NULL;
}
