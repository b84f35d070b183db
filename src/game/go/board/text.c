/* Moves and positions as text. */
#include "encore.h"
#include "go.h"

#include "base/text.h"
#include "game/common/turn.h"

#include <stdio.h>
#include <stdlib.h>

int mi_go_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct mi_go *b = pos;
    if (move == mi_go_pass(b))
        return snprintf(text, size, "pass");
    return miai_point_text(move % b->width, move / b->width, text, size);
}

/* A move on an empty point that is illegal, but not because of a ko, is suicide. */
static int go_refusal(const void *pos, miai_move move, const char *text, char *why, size_t size)
{
    const struct mi_go *b = pos;
    (void)text;
    int point = move < 0 || move >= mi_go_pass(b) ? MI_GO_NONE : mi_go_point_of(b, move);
    if (point == MI_GO_NONE || b->point[point].colour != MI_GO_EMPTY || mi_go_legal_move(b, point))
        return 0;
    if (b->phase > 0 && mi_go_legal_point(b, point))
        return snprintf(why, size, "%s",
                        "you have taken this ko before in the same position: in the clean-up, "
                        "once is allowed");
    return snprintf(why, size, "%s",
                    point == b->ko ? "it is a ko: play elsewhere before retaking"
                                   : "it is suicide: the stone would have no liberty");
}

static const char *go_ending(const void *pos)
{
    const struct mi_go *b = pos;
    return b->passes < 2 ? NULL : "two passes";
}

const miai_notation mi_go_notation = {
    .bytes = sizeof(miai_notation),
    .refusal = go_refusal,
    .ending = go_ending,
};

static char go_point_letter(const void *context, int x, int y)
{
    static const char stones[] = {[MI_GO_BLACK] = 'X', [MI_GO_WHITE] = 'O'};
    const struct mi_go *b = context;
    int colour = b->point[mi_go_point_at(b, x, y)].colour;
    if (colour != MI_GO_EMPTY)
        return stones[colour];
    return mi_go_is_star(b->width, b->height, x, y) ? '+' : '.';
}

static const char *const player_names[] = {"black (X)", "white (O)"};

/* Appends the margin.  The position does not know which stones are dead, so it counts all of them
 * as alive.  After an encore no dead stones are left to judge. */
static void add_margin(struct mi_out *out, const struct mi_go *b, int score)
{
    char points[32];
    mi_write_real(abs(score) / (double)MIAI_POINT_SCORE, points, sizeof points);
    if (score)
        mi_out_format(out, " by %s", points);
    mi_out_add(out, b->phase == 2 ? "" : ", if all stones live");
}

int mi_go_text(const void *pos, char *text, size_t size)
{
    const struct mi_go *b = pos;
    const char *how = go_ending(b);
    const int score = how ? mi_go_final_score(b, NULL) : 0;
    char diagram[4096], turn[MI_TURN_TEXT];
    struct mi_out out;
    mi_out_init(&out, text, size);
    miai_board_diagram(b->width, b->height, go_point_letter, b, diagram, sizeof diagram);
    mi_out_add(&out, diagram);
    mi_out_format(&out, "\n%s", mi_write_turn(player_names, b->turn, how, score, turn));
    if (how)
        add_margin(&out, b, score);
    if (b->phase > 0)
        mi_out_format(&out, "\nclean-up, phase %d of 2", b->phase);
    for (int i = 0; i < 2; i++)
        mi_out_format(&out, "\n%s has captured %d stone%s", player_names[i], (int)b->prisoners[i],
                      b->prisoners[i] == 1 ? "" : "s");
    return mi_out_length(&out);
}
