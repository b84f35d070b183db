/* GTP: what the network says by itself, as KataGo prints it. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <string.h>

enum { SYMMETRIES = 8, ALL = -1 };

/* KataGo's symmetries are numbered otherwise: 1 top and bottom, 2 left and right. */
static int symmetry_of(int number)
{
    return (number & 1 ? MIAI_FLIP : 0) | (number & 2 ? MIAI_MIRROR : 0) |
           (number & 4 ? MIAI_TRANSPOSE : 0);
}

static void add_policy(struct mi_reply *reply, float policy)
{
    if (policy < 0)
        mi_reply_add(reply, "    NAN ");
    else
        mi_reply_format(reply, "%8.6f ", (double)policy);
}

/* The rows of a board, the upper first; of the policy or the ownership. */
static void add_board(struct mi_gtp *gtp, const float *point, bool policy)
{
    int width = miai_width(gtp->engine);
    for (int y = miai_height(gtp->engine) - 1; y >= 0; y--) {
        for (int x = 0; x < width; x++)
            if (policy)
                add_policy(&gtp->reply, point[y * width + x]);
            else
                mi_reply_format(&gtp->reply, "%9.7f ", -(double)point[y * width + x]);
        mi_reply_add(&gtp->reply, "\n");
    }
}

/* White's view: the second player's. */
static void add_output(struct mi_gtp *gtp, int number, const miai_network_output *output)
{
    struct mi_reply *reply = &gtp->reply;
    double square = output->score * output->score + output->deviation * output->deviation;
    mi_reply_format(reply, "symmetry %d\n", number);
    mi_reply_format(reply, "whiteWin %.6f\n", output->loss);
    mi_reply_format(reply, "whiteLoss %.6f\n", output->win);
    mi_reply_format(reply, "noResult %.6f\n", output->no_result);
    mi_reply_format(reply, "whiteLead %.3f\n", -output->lead);
    mi_reply_format(reply, "whiteScoreSelfplay %.3f\n", -output->score);
    mi_reply_format(reply, "whiteScoreSelfplaySq %.3f\n", square);
    mi_reply_add(reply, "varTimeLeft -1.000\nshorttermWinlossError -1.000\n"
                        "shorttermScoreError -1.000\npolicy\n");
    add_board(gtp, output->policy, true);
    mi_reply_add(reply, "policyPass ");
    add_policy(reply, output->policy[output->points]);
    mi_reply_add(reply, "\nwhiteOwnership\n");
    add_board(gtp, output->ownership, false);
}

/* Reads [COLOR] [all | 0 ... 7] [OPTIMISM]; the last says nothing to these networks. */
static bool read_args(char *args, int *player, int *number)
{
    char *word = mi_next_word(&args);
    double optimism;
    *player = MIAI_TURN;
    *number = ALL;
    if (word && mi_read_word_player(word, player))
        word = mi_next_word(&args);
    if (word && strcmp(word, "all") != 0 &&
        (!mi_read_word_int(word, number) || *number < 0 || *number >= SYMMETRIES))
        return false;
    word = mi_next_word(&args);
    return !word || (mi_read_word_real(word, &optimism) && optimism >= 0 && optimism <= 1);
}

/* kata-raw-nn [COLOR] [SYMMETRY] [OPTIMISM].  Of a board that is not square, "all" are those that
 * it has. */
static const char *raw_nn(struct mi_gtp *gtp, char *args)
{
    miai_network_output output;
    int player, number;
    if (!read_args(args, &player, &number))
        return mi_gtp_syntax_error;
    for (int i = 0; i < SYMMETRIES; i++) {
        if (number != ALL && number != i)
            continue;
        int error = miai_ask_network(gtp->engine, player, symmetry_of(i), &output);
        if (error == MIAI_BAD_VALUE && number == ALL && i > 0)
            continue;
        if (error != MIAI_OK)
            return mi_gtp_reason(gtp, error);
        add_output(gtp, i, &output);
    }
    return NULL;
}

const struct mi_gtp_command mi_gtp_network_commands[] = {
    {"kata-raw-nn", 0, 3, raw_nn},
    {0},
};
