#include "score.h"

/* The evaluation that stands for three winning chances out of four. */
enum { CLEAR_LEAD = 3 * MIAI_POINT_SCORE };

int mi_score_outcome(const miai_game *game, int outcome, int player, int ply)
{
    int score = player == 0 ? outcome : -outcome;
    if (game->points || score == 0)
        return score;
    return score > 0 ? MI_SCORE_WIN - ply : ply - MI_SCORE_WIN;
}

enum mi_proof mi_score_proof(int score)
{
    return score > 0 ? MI_WIN : score < 0 ? MI_LOSS : MI_DRAW;
}

double mi_score_value(const miai_game *game, int score, enum mi_proof proof)
{
    if (game->points)
        return mi_value_of_score(game, score);
    if (proof != MI_UNPROVEN)
        return proof == MI_WIN ? 1.0 : proof == MI_LOSS ? 0.0 : 0.5;
    double size = score < 0 ? -(double)score : score;
    return 0.5 + 0.5 * score / (size + CLEAR_LEAD);
}
