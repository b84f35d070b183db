/* GTP: analysis while it goes on - of the position until something comes in, or of a move that is
 * generated. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <string.h>

/* Writes a line about the search that runs. */
static void tell(struct mi_gtp *gtp)
{
    struct mi_reply line = {0}, renamed = {0};
    mi_analysis_write(gtp->analysis, gtp->engine, &line);
    mi_gtp_letters_out(gtp, &line, &renamed);
    if (line.length > 0) {
        mi_reply_add(&line, "\n");
        gtp->told++;
        if (!line.failed && !mi_session_write(gtp->session, line.text, line.length))
            gtp->quit = true;
    }
    mi_reply_free(&line);
    mi_reply_free(&renamed);
    if (gtp->quit) /* nobody listens */
        miai_stop(gtp->engine);
}

void mi_gtp_tell_analysis(struct mi_gtp *gtp, const miai_info *info)
{
    /* Of several lines the first report tells all. */
    if (gtp->analysis && gtp->analysis->interval >= 0 && info->line <= 1)
        tell(gtp);
}

/* Asks for what has to be gathered; an error's text, or NULL and the reply has begun. */
static const char *begin(struct mi_gtp *gtp, const struct mi_analysis *analysis)
{
    miai_analysis_request request = mi_analysis_request(analysis);
    int error = miai_request_analysis(gtp->engine, &request);
    if (error != MIAI_OK)
        return miai_error_reason(gtp->engine, error);
    gtp->analysis = analysis;
    gtp->told = 0;
    mi_gtp_begin_reply(gtp);
    return NULL;
}

static void end(struct mi_gtp *gtp)
{
    gtp->analysis = NULL;
    miai_request_analysis(gtp->engine, NULL);
}

/* ---- until something comes in ---- */

/* Can the player move, so that there is something to search?  Then moves, which the caller frees,
 * has what he can do. */
static bool can_move(const struct mi_gtp *gtp, struct mi_analysis *analysis, struct mi_reply *moves)
{
    mi_reply_legal(moves, gtp->engine, analysis->player);
    analysis->legal = moves->text;
    return moves->length > 0;
}

/* Why a player can make no move. */
static const char *no_move(const struct mi_gtp *gtp, const struct mi_reply *moves)
{
    return miai_error_text(moves->failed                  ? MIAI_NO_MEMORY
                           : miai_over(gtp->engine, NULL) ? MIAI_OVER
                                                          : MIAI_NOT_TURN);
}

/* A search that has found out everything ends; what it found is told on. */
static void keep_telling(struct mi_gtp *gtp)
{
    double interval = mi_analysis_request(gtp->analysis).interval;
    while (!gtp->quit && !mi_input_wait(gtp->session->input, interval))
        if (gtp->analysis->interval >= 0)
            tell(gtp);
}

static const char *search_on(struct mi_gtp *gtp, const struct mi_analysis *analysis)
{
    const miai_limits limits = {0};
    char move[MIAI_MOVE_TEXT];
    const char *failure = begin(gtp, analysis);
    if (failure)
        return failure;
    mi_gtp_heed_any_line(gtp);
    int error = miai_search(gtp->engine, analysis->player, &limits, move, sizeof move);
    if (error == MIAI_OK) {
        if (gtp->told == 0)
            tell(gtp);
        keep_telling(gtp);
    }
    mi_gtp_heed_no_line(gtp);
    end(gtp);
    return mi_gtp_failure(error);
}

static const char *analyze(struct mi_gtp *gtp, char *args, enum mi_analysis_format format)
{
    struct mi_analysis analysis;
    struct mi_reply moves = {0};
    if (!mi_analysis_read(&analysis, format, args))
        return analysis.fault ? analysis.fault : mi_gtp_syntax_error;
    if (analysis.interval < 0)
        analysis.interval = mi_analysis_request(&analysis).interval;
    const char *failure =
        can_move(gtp, &analysis, &moves) ? search_on(gtp, &analysis) : no_move(gtp, &moves);
    mi_reply_free(&moves);
    return failure;
}

static const char *lz_analyze(struct mi_gtp *gtp, char *args)
{
    return analyze(gtp, args, MI_ANALYSIS_LZ);
}

static const char *plain_analyze(struct mi_gtp *gtp, char *args)
{
    return analyze(gtp, args, MI_ANALYSIS_PLAIN);
}

static const char *kata_analyze(struct mi_gtp *gtp, char *args)
{
    return analyze(gtp, args, MI_ANALYSIS_KATA);
}

/* Whatever comes in has ended an analysis already. */
static const char *stop(struct mi_gtp *gtp, char *args)
{
    (void)gtp;
    (void)args;
    return NULL;
}

/* ---- with a move ---- */

/* How a move is searched for. */
struct way {
    int (*choose)(miai_engine *engine, int player, char *move, size_t size);
    bool cancellable; /* anything that comes in ends it, and then there is no move */
    bool tells;
};

static const struct way generating = {.choose = miai_genmove, .tells = true},
                        searching = {.choose = miai_choose},
                        cancellable = {.choose = miai_choose, .cancellable = true},
                        telling = {.choose = miai_choose, .tells = true},
                        telling_cancellable = {
                            .choose = miai_choose, .cancellable = true, .tells = true};

static void note_game(struct mi_gtp *gtp, const struct way *way, int player, const char *move)
{
    if (way->choose != miai_genmove)
        return;
    mi_game_result_move(&gtp->game_result, gtp->engine, player, move);
    gtp->plies = strcmp(move, "resign") != 0 ? miai_plies(gtp->engine) : -1;
}

static const char *find_move(struct mi_gtp *gtp, const struct way *way,
                             const struct mi_analysis *analysis)
{
    char move[MIAI_MOVE_TEXT];
    const char *failure = way->tells ? begin(gtp, analysis) : NULL;
    if (failure)
        return failure;
    if (way->cancellable)
        mi_gtp_heed_any_line(gtp);
    int error = way->choose(gtp->engine, analysis->player, move, sizeof move);
    bool cancelled = way->cancellable && mi_input_waiting(gtp->session->input);
    if (way->cancellable)
        mi_gtp_heed_no_line(gtp);
    if (way->tells && error == MIAI_OK)
        tell(gtp);
    end(gtp);
    if (error != MIAI_OK)
        return miai_error_text(error);
    note_game(gtp, way, analysis->player, move);
    mi_reply_format(&gtp->reply, "%s%s", way->tells ? "play " : "", cancelled ? "cancelled" : move);
    return NULL;
}

static const char *search(struct mi_gtp *gtp, char *args, const struct way *way,
                          enum mi_analysis_format format)
{
    struct mi_analysis analysis;
    struct mi_reply moves = {0};
    if (!mi_analysis_read(&analysis, format, args))
        return analysis.fault ? analysis.fault : mi_gtp_syntax_error;
    const char *failure =
        can_move(gtp, &analysis, &moves) ? find_move(gtp, way, &analysis) : no_move(gtp, &moves);
    mi_reply_free(&moves);
    return failure;
}

static const char *lz_genmove(struct mi_gtp *gtp, char *args)
{
    return search(gtp, args, &generating, MI_ANALYSIS_LZ);
}

static const char *plain_genmove(struct mi_gtp *gtp, char *args)
{
    return search(gtp, args, &generating, MI_ANALYSIS_PLAIN);
}

static const char *kata_genmove(struct mi_gtp *gtp, char *args)
{
    return search(gtp, args, &generating, MI_ANALYSIS_KATA);
}

static const char *cgos_genmove(struct mi_gtp *gtp, char *args)
{
    return search(gtp, args, &generating, MI_ANALYSIS_CGOS);
}

static const char *kata_search(struct mi_gtp *gtp, char *args)
{
    return search(gtp, args, &searching, MI_ANALYSIS_KATA);
}

static const char *kata_search_cancellable(struct mi_gtp *gtp, char *args)
{
    return search(gtp, args, &cancellable, MI_ANALYSIS_KATA);
}

static const char *kata_search_analyze(struct mi_gtp *gtp, char *args)
{
    return search(gtp, args, &telling, MI_ANALYSIS_KATA);
}

static const char *kata_search_analyze_cancellable(struct mi_gtp *gtp, char *args)
{
    return search(gtp, args, &telling_cancellable, MI_ANALYSIS_KATA);
}

const struct mi_gtp_command mi_gtp_analyze_commands[] = {
    {"analyze", 0, MI_GTP_ANY_ARGS, plain_analyze},
    {"lz-analyze", 0, MI_GTP_ANY_ARGS, lz_analyze},
    {"kata-analyze", 0, MI_GTP_ANY_ARGS, kata_analyze},
    {"genmove_analyze", 0, MI_GTP_ANY_ARGS, plain_genmove},
    {"lz-genmove_analyze", 0, MI_GTP_ANY_ARGS, lz_genmove},
    {"kata-genmove_analyze", 0, MI_GTP_ANY_ARGS, kata_genmove},
    {"cgos-genmove_analyze", 0, MI_GTP_ANY_ARGS, cgos_genmove},
    {"kata-search", 0, MI_GTP_ANY_ARGS, kata_search},
    {"kata-search_cancellable", 0, MI_GTP_ANY_ARGS, kata_search_cancellable},
    {"kata-search_analyze", 0, MI_GTP_ANY_ARGS, kata_search_analyze},
    {"kata-search_analyze_cancellable", 0, MI_GTP_ANY_ARGS, kata_search_analyze_cancellable},
    {"stop", 0, 0, stop},
    {0},
};
