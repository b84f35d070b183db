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
static void add_output(struct mi_gtp *gtp, int number, bool human,
                       const miai_network_output *output)
{
    struct mi_reply *reply = &gtp->reply;
    double square = output->score * output->score + output->deviation * output->deviation;
    mi_reply_format(reply, "symmetry %d\n", number);
    mi_reply_format(reply, "whiteWin %.6f\n", output->loss);
    mi_reply_format(reply, "whiteLoss %.6f\n", output->win);
    mi_reply_format(reply, "noResult %.6f\n", output->no_result);
    if (human) /* which was taught how games ended, not what would be even */
        mi_reply_format(reply, "whiteScore %.3f\nwhiteScoreSq %.3f\n", -output->score, square);
    else
        mi_reply_format(reply,
                        "whiteLead %.3f\nwhiteScoreSelfplay %.3f\nwhiteScoreSelfplaySq %.3f\n"
                        "varTimeLeft -1.000\n",
                        -output->lead, -output->score, square);
    mi_reply_add(reply, "shorttermWinlossError -1.000\nshorttermScoreError -1.000\npolicy\n");
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
    return !word || (mi_read_word_real(word, &optimism) && optimism >= 0 && optimism <= 1 &&
                     !mi_next_word(&args));
}

/* Asks one of the two networks. */
typedef int ask_network(miai_engine *engine, int player, int symmetry, miai_network_output *output);

/* kata-raw-nn [COLOR] [SYMMETRY] [OPTIMISM].  Of a board that is not square, "all" are those that
 * it has. */
static const char *raw(struct mi_gtp *gtp, char *args, ask_network *ask)
{
    miai_network_output output;
    int player, number;
    if (!read_args(args, &player, &number))
        return mi_gtp_syntax_error;
    for (int i = 0; i < SYMMETRIES; i++) {
        if (number != ALL && number != i)
            continue;
        int error = ask(gtp->engine, player, symmetry_of(i), &output);
        if (error == MIAI_BAD_VALUE && number == ALL && i > 0)
            continue;
        if (error != MIAI_OK)
            return mi_gtp_reason(gtp, error);
        add_output(gtp, i, ask == miai_ask_human_network, &output);
    }
    return NULL;
}

static const char *raw_nn(struct mi_gtp *gtp, char *args)
{
    return raw(gtp, args, miai_ask_network);
}

/* Instead of a failure without words: what is missing. */
static const char *raw_human_nn(struct mi_gtp *gtp, char *args)
{
    char network[2], profile[2];
    miai_get_option(gtp->engine, "human-network", network, sizeof network);
    miai_get_option(gtp->engine, "human-profile", profile, sizeof profile);
    if (!network[0])
        return "no human network: see the option human-network";
    if (!profile[0])
        return "no human profile: see the option human-profile (humanSLProfile)";
    const char *why = raw(gtp, args, miai_ask_human_network);
    return why && strcmp(why, miai_error_text(MIAI_NO_NETWORK)) == 0
               ? "the human network does not know the game, or takes too much of the option memory"
               : why;
}

const struct mi_gtp_command mi_gtp_network_commands[] = {
    {"kata-raw-nn", 0, 3, raw_nn},
    {"kata-raw-human-nn", 0, 3, raw_human_nn},
    {0},
};
