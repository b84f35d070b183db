/* Checks colours and pieces, which are copied into pictures, and the names of rules and variants.
 */
#include "check.h"

#include "contract/diagram.h"
#include "contract/presentation.h"

#include <ctype.h>
#include <string.h>

/* ---- the struct ---- */

/* The colour is copied into an attribute of SVG. */
static void check_colour(struct mi_check *check, const char *member, const char *colour)
{
    for (; colour && *colour; colour++)
        if (!isalnum((unsigned char)*colour) && !strchr("#(),.% ", *colour)) {
            mi_report_fault(check, member, " is not an SVG colour");
            return;
        }
}

static void check_colours(struct mi_check *check, const miai_presentation *p)
{
    check_colour(check, "presentation.board", p->board);
    check_colour(check, "presentation.dark", p->dark);
    check_colour(check, "presentation.line", p->line);
    check_colour(check, "presentation.colours[0]", p->colours[0]);
    check_colour(check, "presentation.colours[1]", p->colours[1]);
    if (p->grid < MIAI_GRID_SQUARES || p->grid > MIAI_GRID_HEXAGONS)
        mi_report_fault(check, "presentation.grid", " is %d, not one of MIAI_GRID_...", p->grid);
}

static void check_pieces(struct mi_check *check, const miai_piece *pieces)
{
    bool seen[256] = {false};
    for (; pieces && pieces->letter; pieces++) {
        unsigned char letter = (unsigned char)pieces->letter;
        if (!isgraph(letter) || letter == '.' || seen[letter])
            mi_report_fault(check, "presentation.pieces", ": '%c' is not a letter, or occurs twice",
                            letter);
        if (pieces->player != 0 && pieces->player != 1)
            mi_report_fault(check, "presentation.pieces", ": '%c' is of player %d, not 0 or 1",
                            letter, pieces->player);
        seen[letter] = true;
    }
}

static void check_rules_of(struct mi_check *check, const char *member, const char *name,
                           const char *rules)
{
    if (!rules || mi_find_own_rules(check->game, rules) < 0)
        mi_report_fault(check, member,
                        ": \"%.40s\" has rules \"%.40s\", which the game does not have", name,
                        rules ? rules : "");
}

static void check_names(struct mi_check *check, const miai_presentation *p)
{
    for (const miai_variant *v = p->variants; v && v->name; v++)
        if (v->rules || v->check)
            check_rules_of(check, "presentation.variants", v->name, v->rules);
    for (const miai_rules_name *n = p->rules_names; n && n->name; n++)
        check_rules_of(check, "presentation.rules_names", n->name, n->rules);
    for (int i = 0; p->rules_terms && check->game->rules && check->game->rules[i]; i++)
        if (!p->rules_terms[i] || p->rules_terms[i][0] != '{')
            mi_report_fault(check, "presentation.rules_terms", "[%d] is not a JSON object", i);
}

void mi_check_presentation(struct mi_check *check)
{
    miai_presentation p = {.bytes = sizeof p};
    if (!check->game->presentation)
        return;
    check_colours(check, mi_presentation(check->game));
    miai_presentation_of(check->game, &p);
    check_pieces(check, p.pieces);
    check_names(check, &p);
}

/* ---- checks of the current position ---- */

/* Does the diagram show the pieces on the board? */
static void check_diagram_pieces(struct mi_check *check, const miai_diagram *diagram)
{
    int8_t board[MIAI_MAX_POINTS];
    miai_piece piece;
    mi_editing(check->game)->board(check->pos, board);
    for (int i = 0; i < check->setup.width * check->setup.height; i++) {
        bool shown = miai_piece_of(check->game, diagram->letter[i], &piece);
        if ((shown ? piece.player : -1) != board[i])
            mi_report_fault(check, "text",
                            "() shows '%c' on point %d, but editing.board() has %d there",
                            diagram->letter[i], i, board[i]);
    }
}

/* Pictures then label the columns with lower-case letters, and moves must match. */
static void check_small_letters(struct mi_check *check)
{
    char text[MIAI_MOVE_TEXT] = "";
    for (int i = 0; i < check->list.count && mi_presentation(check->game)->small_letters; i++) {
        check->game->move_text(check->pos, check->list.move[i], text, sizeof text);
        if (isupper((unsigned char)text[0]) && isdigit((unsigned char)text[1]))
            mi_report_fault(check, "presentation.small_letters",
                            " is set, but move_text() writes \"%s\"", text);
    }
}

void mi_check_board(struct mi_check *check)
{
    miai_diagram diagram;
    check_small_letters(check);
    if (!mi_presentation(check->game)->pieces)
        return;
    memset(check->text, 0, MI_CHECK_TEXT);
    check->game->text(check->pos, check->text, MI_CHECK_TEXT);
    if (!mi_read_diagram(check->text, check->setup.width, check->setup.height, &diagram))
        mi_report_fault(check, "text",
                        "() shows no board, though presentation.pieces has its letters");
    else if (mi_editing(check->game)->board)
        check_diagram_pieces(check, &diagram);
}
