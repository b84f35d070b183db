/* Scores and the chances of a win, a draw and a loss. */
#include "uci.h"

#include <math.h>
#include <stdlib.h>

/* In hundredths of a pawn where the search has no score of its own: on the curve through 1/2 on
 * which 3 pawns are 3/4. */
static int centipawns(double value)
{
    double x = 2 * value - 1, size = x < 0 ? -x : x;
    if (size > 0.99)
        size = 0.99;
    int score = (int)(300 * size / (1 - size) + 0.5);
    return x < 0 ? -score : score;
}

/* The mean of a logistic distribution of advantages that has these chances to lie above 1 and below
 * -1; 0 where they do not tell one. */
static double advantage(double win, double draw, double loss)
{
    const double least = 0.0001, most = 1 - least;
    if (win <= least || draw <= least || loss <= least || win >= most || draw >= most ||
        loss >= most)
        return 0;
    double a = log(1 / loss - 1), b = log(1 / win - 1);
    return (a - b) / (a + b);
}

/* lc0's score (ScoreType WDL_mu): an advantage of 1 is a pawn, as far as wins, draws and losses are
 * all likely enough; else by a curve of wins less losses. */
static int network_centipawns(const miai_info *info)
{
    const double clear = 0.996;
    double balance = 2 * info->value - 1;
    double win = (1 + balance - info->draw) / 2, loss = (1 - balance - info->draw) / 2;
    double mean = advantage(win, info->draw, loss), by_balance = 45 * tan(1.56728071628 * balance);
    bool told = mean != 0 && fabs(balance) + info->draw < clear &&
                (fabs(mean) < 1 || fabs(by_balance) < fabs(100 * mean));
    return (int)(told ? 100 * mean : by_balance);
}

/* Of a game of two halves, each won with the chance `value`: the sum of it all is 1, and wins with
 * half of the draws are the value again. */
static double guessed_draw(double value)
{
    return 2 * value * (1 - value);
}

static void add_wdl(struct mi_reply *reply, const miai_info *info)
{
    enum { LOSS = 1, DRAW, WIN };
    double draw = info->draws ? info->draw : guessed_draw(info->value);
    int win = (int)(1000 * (info->value - draw / 2) + 0.5);
    int loss = (int)(1000 * (1 - info->value - draw / 2) + 0.5);
    if (info->proof)
        win = info->proof == WIN ? 1000 : 0, loss = info->proof == LOSS ? 1000 : 0;
    if (win + loss > 1000)
        loss = 1000 - win;
    mi_reply_format(reply, " wdl %d %d %d", win, 1000 - win - loss, loss);
}

/* A mate counts in moves of the winner. */
void mi_uci_add_score(const struct mi_uci *uci, struct mi_reply *reply, const miai_info *info)
{
    if (info->mate)
        mi_reply_format(reply, " score mate %d",
                        info->mate > 0 ? (info->mate + 1) / 2 : (info->mate - 1) / 2);
    else
        mi_reply_format(reply, " score cp %d",
                        info->scored  ? info->score
                        : info->draws ? network_centipawns(info)
                                      : centipawns(info->value));
    if (uci->show_wdl)
        add_wdl(reply, info);
}
