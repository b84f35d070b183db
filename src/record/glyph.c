/* Assessments that PGN files write as signs, where the standard has numbers (NAGs). */
#include "pgn.h"

#include <string.h>

static const struct glyph {
    const char *sign, *nag;
    bool glued; /* it may follow a move without a blank */
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

static bool ends_with(struct mi_text word, const char *sign)
{
    size_t length = strlen(sign);
    return word.length >= length && memcmp(word.at + word.length - length, sign, length) == 0;
}

const char *mi_pgn_split_glyph(struct mi_text *word)
{
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++) {
        const struct glyph *glyph = &glyphs[i];
        if (mi_text_is(*word, glyph->sign) || (glyph->glued && ends_with(*word, glyph->sign))) {
            word->length -= strlen(glyph->sign);
            return glyph->nag;
        }
    }
    return NULL;
}
