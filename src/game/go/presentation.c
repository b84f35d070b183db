/* Board colours of Go, and the names of its rule sets. */
#include "base/text.h"
#include "game/games.h"
#include "game/go/board/go.h"
#include "game/go/board/move.h"

#include <stdio.h>

/* Aliases that servers, KataGo and its clients use for the rule sets.  The third column names the
 * rule that miai leaves out. */
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

/* KataGo's JSON for a rule set.  No set uses the button. */
#define TERMS(bonus, friendly, ko, scoring, suicide, tax)                                     \
    "{\"friendlyPassOk\":" friendly ",\"hasButton\":false,\"ko\":\"" ko                            \
    "\",\"scoring\":\"" scoring "\",\"suicide\":" suicide ",\"tax\":\"" tax                        \
    "\",\"whiteHandicapBonus\":\"" bonus "\"}"

static const char *const rules_terms[] = {
    [MI_GO_CHINESE] = TERMS("N", "true", "POSITIONAL", "AREA", "false", "NONE"),
    [MI_GO_TROMP_TAYLOR] = TERMS("0", "false", "POSITIONAL", "AREA", "true", "NONE"),
    [MI_GO_JAPANESE] = TERMS("0", "false", "SIMPLE", "TERRITORY", "false", "SEKI"),
    [MI_GO_SIMPLE_KO] = TERMS("0", "true", "SIMPLE", "AREA", "false", "NONE"),
    [MI_GO_AGA] = TERMS("N-1", "true", "SITUATIONAL", "AREA", "false", "NONE"),
    [MI_GO_NZ] = TERMS("0", "true", "SITUATIONAL", "AREA", "true", "NONE"),
    [MI_GO_CHINESE_OGS] = TERMS("N", "true", "POSITIONAL", "AREA", "false", "NONE"),
};

/* ---- rules beyond the named ones ---- */

/* White's compensation for handicap stones, in KataGo's notation: "chinese whbN-1". */
static const char *const bonus_texts[] = {
    [MI_GO_BONUS_OF_SET] = "",
    [MI_GO_BONUS_NONE] = " whb0",
    [MI_GO_BONUS_N] = " whbN",
    [MI_GO_BONUS_N_LESS_1] = " whbN-1",
};

/* A bonus equal to the set's default is not encoded, so that equal rules have equal values. */
static int go_read_rules(const char *text)
{
    const char *const *names = mi_go_game.rules;
    for (int set = 0; names[set]; set++)
        for (int bonus = MI_GO_BONUS_OF_SET; bonus <= MI_GO_BONUS_N_LESS_1; bonus++) {
            char other[64];
            snprintf(other, sizeof other, "%s%s", names[set], bonus_texts[bonus]);
            if (mi_same_text(other, text))
                return bonus == mi_go_bonus_of(set) ? set : bonus << MI_GO_SET_BITS | set;
        }
    return -1;
}

static int go_write_rules(int rules, char *text, size_t size)
{
    return snprintf(text, size, "%s%s", mi_go_game.rules[rules & MI_GO_SET],
                    bonus_texts[rules >> MI_GO_SET_BITS]);
}

static const char how_to_play[] =
    "Go.  Black and White take turns placing stones on empty points; Black begins.\n"
    "Goal: surround more of the board than the opponent.\n"
    "\n"
    "Moves: a column and a row, D4 (there is no column I), or \"pass\".\n"
    "\n"
    "Capture: stones joined along the lines live as long as one empty point next to\n"
    "them (a liberty) is left.  When the last one is filled, they are removed.\n"
    "Not allowed: a move that leaves its own stones without a liberty (except under\n"
    "rules that allow suicide), and a move that repeats a position (ko): play\n"
    "elsewhere first.\n"
    "\n"
    "End: two passes in a row.  Stones that cannot escape capture are dead and are\n"
    "removed.  Chinese rules count stones and surrounded points; Japanese rules\n"
    "count surrounded points and captured stones.  White adds the komi for moving\n"
    "second.\n"
    "\n"
    "Try: \"size 9\" (a small board), \"handicap 4\", \"level 10k\", \"score\".\n";

const miai_presentation mi_go_presentation = {
    .bytes = sizeof(miai_presentation),
    .grid = MIAI_GRID_LINES,
    .board = "#dcb35c",
    .line = "#000",
    .players = {"Black", "White"},
    .black_begins = true,
    .rules_names = rules_names,
    .rules_terms = rules_terms,
    .read_rules = go_read_rules,
    .write_rules = go_write_rules,
    .how_to_play = how_to_play,
};
