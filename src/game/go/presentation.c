#include "presentation.h"

#include "game/go/board/go.h"

/* Names that servers, KataGo and its clients have for the rules. */
static const miai_rules_name rules_names[] = {
    {"jp", "japanese", NULL},
    {"japan", "japanese", NULL},
    {"territory", "japanese", NULL},
    {"\346\227\245\346\234\254", "japanese", NULL}, /* Japan */
    {"korean", "japanese", NULL},
    {"kr", "japanese", NULL},
    {"cn", "chinese", NULL},
    {"china", "chinese", NULL},
    {"\344\270\255\345\233\275", "chinese", NULL}, /* China */
    {"area", "chinese", NULL},
    {"chinese-kgs", "chinese-ogs", NULL},
    {"bga", "aga", NULL},
    {"french", "aga", NULL},
    {"aga-button", "aga", "the button"},
    {"new-zealand", "nz", NULL},
    {"tt", "tromp-taylor", NULL},
    {"ing", "tromp-taylor", NULL},
    {"goe", "tromp-taylor", NULL},
    {"stone-scoring", "simple-ko", "a tax on groups"},
    {"ancient-area", "simple-ko", "a tax on groups"},
    {"ancient-territory", "japanese", "a tax on groups"},
    {NULL, NULL, NULL},
};

/* What is the same in all of them: no button. */
#define TERMS_WITH(bonus, friendly, ko, scoring, suicide, tax)                                     \
    "{\"friendlyPassOk\":" friendly ",\"hasButton\":false,\"ko\":\"" ko                            \
    "\",\"scoring\":\"" scoring "\",\"suicide\":" suicide ",\"tax\":\"" tax                        \
    "\",\"whiteHandicapBonus\":\"" bonus "\"}"
#define TERMS(...) TERMS_WITH("0", __VA_ARGS__)

static const char *const rules_terms[] = {
    [MI_GO_CHINESE] = TERMS("true", "POSITIONAL", "AREA", "false", "NONE"),
    [MI_GO_TROMP_TAYLOR] = TERMS("false", "POSITIONAL", "AREA", "true", "NONE"),
    [MI_GO_JAPANESE] = TERMS("false", "SIMPLE", "TERRITORY", "false", "SEKI"),
    [MI_GO_SIMPLE_KO] = TERMS("true", "SIMPLE", "AREA", "false", "NONE"),
    [MI_GO_AGA] = TERMS("true", "SITUATIONAL", "AREA", "false", "NONE"),
    [MI_GO_NZ] = TERMS("true", "SITUATIONAL", "AREA", "true", "NONE"),
    [MI_GO_CHINESE_OGS] = TERMS_WITH("N", "true", "POSITIONAL", "AREA", "false", "NONE"),
};

const miai_presentation mi_go_presentation = {
    .bytes = sizeof(miai_presentation),
    .grid = MIAI_GRID_LINES,
    .board = "#dcb35c",
    .line = "#000",
    .players = {"Black", "White"},
    .black_begins = true,
    .rules_names = rules_names,
    .rules_terms = rules_terms,
};
