/* Scores in centipawns, and the chances of win, draw and loss. */
#include "uci.h"

#include <math.h>
#include <stdlib.h>

/* Converts a winning chance to centipawns if the search has no score of its own: 3 pawns mean a
 * chance of 3/4. */
static int value_centipawns(double value)
{
    double x = 2 * value - 1, size = x < 0 ? -x : x;
    if (size > 0.99)
        size = 0.99;
    int score = (int)(300 * size / (1 - size) + 0.5);
    return x < 0 ? -score : score;
}

/* The mean of the logistic distribution of advantages that is above 1 with the chance of a win and
 * below -1 with the chance of a loss; 0 if the chances do not determine one. */
static double logistic_mean(double win, double draw, double loss)
{
    const double min = 0.0001, max = 1 - min;
    if (win <= min || draw <= min || loss <= min || win >= max || draw >= max || loss >= max)
        return 0;
    double a = log(1 / loss - 1), b = log(1 / win - 1);
    return (a - b) / (a + b);
}

/* lc0's score (ScoreType WDL_mu): an advantage of 1 is a pawn if wins, draws and losses are all
 * likely enough; otherwise a curve of wins minus losses. */
static int network_centipawns(const miai_info *info)
{
    const double decided = 0.996;
    double balance = 2 * info->value - 1;
    double win = (1 + balance - info->draw) / 2, loss = (1 - balance - info->draw) / 2;
    double mean = logistic_mean(win, info->draw, loss),
           by_balance = 45 * tan(1.56728071628 * balance);
    bool use_mean = mean != 0 && fabs(balance) + info->draw < decided &&
                    (fabs(mean) < 1 || fabs(by_balance) < fabs(100 * mean));
    return (int)(use_mean ? 100 * mean : by_balance);
}

/* Estimates the chance of a draw as if the game were two independent halves, each won with the
 * chance `value`: then wins plus half of the draws equal the value. */
static double estimated_draw(double value)
{
    return 2 * value * (1 - value);
}

static void add_wdl(struct mi_reply *reply, const miai_info *info)
{
    enum { LOSS = 1, DRAW, WIN };
    double draw = info->draws ? info->draw : estimated_draw(info->value);
    int win = (int)(1000 * (info->value - draw / 2) + 0.5);
    int loss = (int)(1000 * (1 - info->value - draw / 2) + 0.5);
    if (info->proof)
        win = info->proof == WIN ? 1000 : 0, loss = info->proof == LOSS ? 1000 : 0;
    if (win + loss > 1000)
        loss = 1000 - win;
    mi_reply_format(reply, " wdl %d %d %d", win, 1000 - win - loss, loss);
}

/* A mate is counted in moves of the winner. */
void mi_uci_add_score(const struct mi_uci *uci, struct mi_reply *reply, const miai_info *info)
{
    if (info->mate)
        mi_reply_format(reply, " score mate %d",
                        info->mate > 0 ? (info->mate + 1) / 2 : (info->mate - 1) / 2);
    else
        mi_reply_format(reply, " score cp %d",
                        info->scored  ? info->score
                        : info->draws ? network_centipawns(info)
                                      : value_centipawns(info->value));
    if (uci->show_wdl)
        add_wdl(reply, info);
}
