#include "choice.h"

/* Grade of a choice, higher is better.  If the player has a certain draw, it beats moves that look
 * worse than a draw, and moves that can at most draw are not considered. */
static int choice_grade(const struct mi_choice *choice, bool draw)
{
    if (choice->proof == MI_WIN)
        return 6;
    if (choice->proof == MI_LOSS)
        return 0;
    if (draw && choice->proof == MI_DRAW)
        return 4;
    if (draw && choice->capped)
        return 1;
    if (choice->visits == 0)
        return 2;
    return draw && choice->value > 0.5 ? 5 : 3;
}

static int compare_larger_first(double a, double b)
{
    return a > b ? -1 : a < b;
}

int mi_choice_order(const struct mi_choice *a, const struct mi_choice *b, enum mi_final_rule final,
                    bool draw)
{
    if (a->rank != b->rank)
        return a->rank > b->rank ? -1 : 1;
    int order = choice_grade(b, draw) - choice_grade(a, draw);
    if (order == 0 && final == MI_FINAL_VALUE)
        order = compare_larger_first(a->value, b->value);
    if (order == 0 && final == MI_FINAL_TOTAL)
        order = compare_larger_first(a->value * (double)a->visits, b->value * (double)b->visits);
    if (order == 0)
        order = compare_larger_first((double)a->visits, (double)b->visits);
    return order ? order : compare_larger_first(a->value, b->value);
}

/* Insertion sort: stable, so that equal choices keep their order on every machine. */
static void sort_choices(struct mi_choice *choice, int n, enum mi_final_rule final)
{
    bool draw = false;
    for (int i = 0; i < n; i++)
        draw = draw || choice[i].proof == MI_DRAW;
    for (int i = 1; i < n; i++) {
        struct mi_choice moved = choice[i];
        int j = i;
        for (; j > 0 && mi_choice_order(&moved, &choice[j - 1], final, draw) < 0; j--)
            choice[j] = choice[j - 1];
        choice[j] = moved;
    }
}

/* The proven result for the side to move, if a win is known or all moves are proven. */
static enum mi_proof proof_of_choices(const struct mi_choice *choice, int n)
{
    enum mi_proof best = MI_UNPROVEN;
    bool all = true;
    for (int i = 0; i < n; i++) {
        all = all && choice[i].proof != MI_UNPROVEN;
        best = choice[i].proof > best ? choice[i].proof : best;
    }
    return all || best == MI_WIN ? best : MI_UNPROVEN;
}

void mi_choices_finish(const struct mi_root *root, struct mi_result *result,
                       enum mi_final_rule final)
{
    struct mi_choice *choice = result->choice;
    uint64_t visits = 0;
    for (int i = 0; i < result->choice_count; i++)
        choice[i].rank = mi_root_rank(root, choice[i].move);
    sort_choices(choice, result->choice_count, final);
    for (int i = 0; i < result->choice_count; i++)
        visits += choice[i].visits - choice[i].forced;
    for (int i = 0; i < result->choice_count; i++)
        choice[i].share =
            visits ? (double)(choice[i].visits - choice[i].forced) / (double)visits : 0;
    result->proof = proof_of_choices(choice, result->choice_count);
    result->scored = false;
    result->score = result->mate = 0;
    result->move = result->choice_count ? choice[0].move : MIAI_NO_MOVE;
    result->value = result->choice_count ? choice[0].value : 0.5;
}
