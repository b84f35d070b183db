/* GTP commands that print a network's outputs as KataGo does. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <string.h>

enum { SYMMETRIES = 8, ALL_SYMMETRIES = -1 };

/* KataGo numbers the symmetries differently: 1 flips top and bottom, 2 left and right. */
static int katago_symmetry(int number)
{
    return (number & 1 ? MIAI_FLIP : 0) | (number & 2 ? MIAI_MIRROR : 0) |
           (number & 4 ? MIAI_TRANSPOSE : 0);
}

static void add_policy_value(struct mi_reply *reply, float policy)
{
    if (policy < 0)
        mi_reply_add(reply, "    NAN ");
    else
        mi_reply_format(reply, "%8.6f ", (double)policy);
}

/* Adds a board, top row first: the policy or the ownership. */
static void add_board_values(struct mi_gtp *gtp, const float *point, bool policy)
{
    int width = miai_width(gtp->engine);
    for (int y = miai_height(gtp->engine) - 1; y >= 0; y--) {
        for (int x = 0; x < width; x++)
            if (policy)
                add_policy_value(&gtp->reply, point[y * width + x]);
            else
                mi_reply_format(&gtp->reply, "%9.7f ", -(double)point[y * width + x]);
        mi_reply_add(&gtp->reply, "\n");
    }
}

/* All values are from White's view, the second player's. */
static void add_network_output(struct mi_gtp *gtp, int number, bool human,
                               const miai_network_output *output)
{
    struct mi_reply *reply = &gtp->reply;
    double square = output->score * output->score + output->deviation * output->deviation;
    mi_reply_format(reply, "symmetry %d\n", number);
    mi_reply_format(reply, "whiteWin %.6f\n", output->loss);
    mi_reply_format(reply, "whiteLoss %.6f\n", output->win);
    mi_reply_format(reply, "noResult %.6f\n", output->no_result);
    if (human) /* trained on the final score, not on the lead at which the game would be even */
        mi_reply_format(reply, "whiteScore %.3f\nwhiteScoreSq %.3f\n", -output->score, square);
    else
        mi_reply_format(reply,
                        "whiteLead %.3f\nwhiteScoreSelfplay %.3f\nwhiteScoreSelfplaySq %.3f\n"
                        "varTimeLeft -1.000\n",
                        -output->lead, -output->score, square);
    mi_reply_add(reply, "shorttermWinlossError -1.000\nshorttermScoreError -1.000\npolicy\n");
    add_board_values(gtp, output->policy, true);
    mi_reply_add(reply, "policyPass ");
    add_policy_value(reply, output->policy[output->points]);
    mi_reply_add(reply, "\nwhiteOwnership\n");
    add_board_values(gtp, output->ownership, false);
}

/* Reads [COLOR] [all | 0 ... 7] [OPTIMISM]; these networks ignore the optimism. */
static bool read_raw_nn_args(char *args, int *player, int *number)
{
    char *word = mi_next_word(&args);
    double optimism;
    *player = MIAI_TURN;
    *number = ALL_SYMMETRIES;
    if (word && mi_read_word_player(word, player))
        word = mi_next_word(&args);
    if (word && strcmp(word, "all") != 0 &&
        (!mi_read_word_int(word, number) || *number < 0 || *number >= SYMMETRIES))
        return false;
    word = mi_next_word(&args);
    return !word || (mi_read_word_real(word, &optimism) && optimism >= 0 && optimism <= 1 &&
                     !mi_next_word(&args));
}

/* Evaluates the position with one of the two networks. */
typedef int ask_network(miai_engine *engine, int player, int symmetry, miai_network_output *output);

/* kata-raw-nn [COLOR] [SYMMETRY] [OPTIMISM].  On a board that is not square, "all" means the
 * symmetries that such a board has. */
static const char *print_raw_output(struct mi_gtp *gtp, char *args, ask_network *ask)
{
    miai_network_output output;
    int player, number;
    if (!read_raw_nn_args(args, &player, &number))
        return mi_gtp_syntax_error;
    for (int i = 0; i < SYMMETRIES; i++) {
        if (number != ALL_SYMMETRIES && number != i)
            continue;
        int error = ask(gtp->engine, player, katago_symmetry(i), &output);
        if (error == MIAI_BAD_VALUE && number == ALL_SYMMETRIES && i > 0)
            continue;
        if (error != MIAI_OK)
            return mi_gtp_error_reason(gtp, error);
        add_network_output(gtp, i, ask == miai_ask_human_network, &output);
    }
    return NULL;
}

static const char *gtp_kata_raw_nn(struct mi_gtp *gtp, char *args)
{
    return print_raw_output(gtp, args, miai_ask_network);
}

/* Says what is missing if the human network cannot be used. */
static const char *gtp_kata_raw_human_nn(struct mi_gtp *gtp, char *args)
{
    char network[2], profile[2];
    miai_get_option(gtp->engine, "human-network", network, sizeof network);
    miai_get_option(gtp->engine, "human-profile", profile, sizeof profile);
    if (!network[0])
        return "no human network: set the option human-network";
    if (!profile[0])
        return "no human profile: set the option human-profile (humanSLProfile)";
    const char *why = print_raw_output(gtp, args, miai_ask_human_network);
    return why && strcmp(why, miai_error_text(MIAI_NO_NETWORK)) == 0
               ? "the human network does not support the game, or needs more than the option "
                 "memory allows"
               : why;
}

const struct mi_gtp_command mi_gtp_network_commands[] = {
    {"kata-raw-nn", "[b|w] [SYMMETRY] [OPTIMISM]", 0, 3, gtp_kata_raw_nn},
    {"kata-raw-human-nn", "[b|w] [SYMMETRY] [OPTIMISM]", 0, 3, gtp_kata_raw_human_nn},
    {0},
};
