/* Board colours of Go, and the names of its rule sets. */
#include "game/games.h"
#include "game/go/board/go.h"

static const miai_variant variants[] = {
    {.name = "weiqi"}, {.name = "baduk"}, {.name = "igo"}, {.name = NULL}};

/* Aliases that servers, KataGo and its clients use for the rule sets.  The third column names the
 * rule that miai leaves out. */
static const miai_rules_name rules_names[] = {
    {"jp", "japanese", NULL},
    {"japan", "japanese", NULL},
    {"territory", "japanese", NULL},
    {"\346\227\245\346\234\254", "japanese", NULL}, /* Japan */
    {"korean", "japanese", NULL},
    {"korea", "japanese", NULL},
    {"kr", "japanese", NULL},
    {"\351\237\251\345\233\275", "japanese", NULL}, /* Korea */
    {"cn", "chinese", NULL},
    {"china", "chinese", NULL},
    {"\344\270\255\345\233\275", "chinese", NULL}, /* China */
    {"area", "chinese", NULL},
    {"chinese-kgs", "chinese-ogs", NULL},
    {"bga", "aga", NULL},
    {"french", "aga", NULL},
    {"new-zealand", "nz", NULL},
    {"tt", "tromp-taylor", NULL},
    {"ing", "ing", "Ing's ko rule (positional superko instead)"},
    {"ancient-area", "stone-scoring", NULL},
    {NULL, NULL, NULL},
};

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
    .variants = variants,
    .rules_names = rules_names,
    .read_rules = mi_go_read_rules,
    .write_rules = mi_go_write_rules,
    .write_rule_terms = mi_go_write_rule_terms,
    .change_rule = mi_go_change_rule,
    .explain_rules = mi_go_explain_rules,
    .how_to_play = how_to_play,
    .usual_komi = mi_go_usual_komi,
};
