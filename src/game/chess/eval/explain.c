/* Writes the evaluation as a table. */
#include "base/text.h"
#include "terms.h"

#include <stdlib.h>

static const char *const part_names[CHESS_PARTS] = {
    [PART_PLACES] = "Material, squares", [PART_PAWNS] = "Pawns", [PART_PIECES] = "Pieces",
    [PART_PASSED] = "Passed pawns",      [PART_KING] = "King",   [PART_THREATS] = "Threats",
    [PART_TEMPO] = "To be on move"};

/* Writes hundredths of a pawn as pawns: "+0.25". */
static void add_score_text(struct mi_out *out, int score)
{
    int whole = abs(score) / MIAI_POINT_SCORE, part = abs(score) % MIAI_POINT_SCORE;
    char text[16];
    struct mi_out number;
    mi_out_init(&number, text, sizeof text);
    mi_out_format(&number, "%c%d.%02d", score < 0 ? '-' : '+', whole, part);
    mi_out_format(out, "%7s", text);
}

static void add_score_pair(struct mi_out *out, int32_t score)
{
    mi_out_add(out, " |");
    add_score_text(out, middle_game(score));
    add_score_text(out, endgame(score));
}

static void add_part_row(struct mi_out *out, const struct mi_chess_eval *e, int part)
{
    const char *none = " |      -      -";
    mi_out_format(out, "%-17s", part_names[part]);
    if (part == PART_PLACES) {
        mi_out_add(out, none);
        mi_out_add(out, none);
    } else {
        add_score_pair(out, e->part[part][WHITE]);
        add_score_pair(out, e->part[part][BLACK]);
    }
    add_score_pair(out, e->part[part][WHITE] - e->part[part][BLACK]);
    mi_out_char(out, '\n');
}

static void add_part_table(struct mi_out *out, const struct mi_chess_eval *e)
{
    mi_out_add(out, "                  |     White     |     Black     |     Both\n"
                    "Term              |     MG     EG |     MG     EG |     MG     EG\n");
    for (int part = 0; part < CHESS_PARTS; part++)
        add_part_row(out, e, part);
    mi_out_format(out, "Phase %d of %d, endgame scaled by %d of %d\n", e->phase, PHASE_MAX,
                  e->scale, SCALE_FULL);
}

int mi_chess_explain(const struct mi_chess *p, char *text, size_t size)
{
    struct mi_chess_eval e = {.pos = p};
    struct mi_out out;
    int known = mi_chess_eval_mop_up(p), sum = mi_chess_eval_sum(&e);
    mi_out_init(&out, text, size);
    if (known)
        mi_out_add(&out, "A bare king that can be mated\n");
    else
        add_part_table(&out, &e);
    mi_out_add(&out, "Classical evaluation");
    add_score_text(&out, known ? known : sum);
    mi_out_add(&out, " (white side)");
    return mi_out_length(&out);
}
