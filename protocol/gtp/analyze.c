/* GTP commands that report on a search while it runs: analysis until input arrives, and move
 * generation with analysis. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <string.h>

/* Writes an analysis line about the running search. */
static void write_analysis(struct mi_gtp *gtp)
{
    struct mi_reply line = {0}, translated = {0};
    mi_analysis_write(gtp->analysis, gtp->engine, &line);
    mi_gtp_translate_reply(gtp, &line, &translated);
    if (line.length > 0) {
        mi_reply_add(&line, "\n");
        gtp->lines_written++;
        if (!line.failed && !mi_session_write(gtp->session, line.text, line.length))
            gtp->quit = true;
    }
    mi_reply_free(&line);
    mi_reply_free(&translated);
    if (gtp->quit) /* the client has closed the pipe */
        miai_stop(gtp->engine);
}

void mi_gtp_report_analysis(struct mi_gtp *gtp, const miai_info *info)
{
    /* All lines of a multi-PV search are written with the report of the first. */
    if (gtp->analysis && gtp->analysis->interval >= 0 && info->line <= 1)
        write_analysis(gtp);
}

/* Requests the analysis from the engine and begins the reply.  Returns NULL or an error message. */
static const char *begin_analysis(struct mi_gtp *gtp, const struct mi_analysis *analysis)
{
    miai_analysis_request request = mi_analysis_request(analysis);
    int error = miai_request_analysis(gtp->engine, &request);
    if (error != MIAI_OK)
        return miai_error_reason(gtp->engine, error);
    gtp->analysis = analysis;
    gtp->lines_written = 0;
    mi_gtp_begin_reply(gtp);
    return NULL;
}

static void end_analysis(struct mi_gtp *gtp)
{
    gtp->analysis = NULL;
    miai_request_analysis(gtp->engine, NULL);
}

/* ---- analysis until input arrives ---- */

void mi_gtp_stop_on_input(struct mi_gtp *gtp)
{
    miai_arm_search(gtp->engine);
    atomic_store_explicit(&gtp->stop_on_input, true, memory_order_relaxed);
    if (mi_input_waiting(gtp->session->input)) /* it arrived before stop_on_input was set */
        miai_stop(gtp->engine);
}

void mi_gtp_ignore_input(struct mi_gtp *gtp)
{
    atomic_store_explicit(&gtp->stop_on_input, false, memory_order_relaxed);
}

/* Does the player have a legal move to search?  The caller frees moves, which become the legal
 * moves. */
static bool can_move(const struct mi_gtp *gtp, struct mi_analysis *analysis, struct mi_reply *moves)
{
    mi_reply_add_legal_moves(moves, gtp->engine, analysis->player);
    analysis->legal = moves->text;
    return moves->length > 0;
}

/* The error message if a player cannot move. */
static const char *explain_no_move(const struct mi_gtp *gtp, const struct mi_reply *moves)
{
    return miai_error_text(moves->failed                  ? MIAI_NO_MEMORY
                           : miai_over(gtp->engine, NULL) ? MIAI_OVER
                                                          : MIAI_NOT_TURN);
}

/* After a search that ended because everything is proven, repeats its result until input arrives.
 */
static void repeat_analysis(struct mi_gtp *gtp)
{
    double interval = mi_analysis_request(gtp->analysis).interval;
    while (!gtp->quit && !mi_input_wait(gtp->session->input, interval))
        if (gtp->analysis->interval >= 0)
            write_analysis(gtp);
}

static const char *analyze_until_input(struct mi_gtp *gtp, const struct mi_analysis *analysis)
{
    const miai_limits limits = {0};
    char move[MIAI_MOVE_TEXT];
    const char *failure = begin_analysis(gtp, analysis);
    if (failure)
        return failure;
    mi_gtp_stop_on_input(gtp);
    int error = miai_search(gtp->engine, analysis->player, &limits, move, sizeof move);
    if (error == MIAI_OK) {
        if (gtp->lines_written == 0)
            write_analysis(gtp);
        repeat_analysis(gtp);
    }
    mi_gtp_ignore_input(gtp);
    end_analysis(gtp);
    return mi_gtp_error_text(error);
}

static const char *run_analyze(struct mi_gtp *gtp, char *args, enum mi_analysis_format format)
{
    struct mi_analysis analysis;
    struct mi_reply moves = {0};
    if (!mi_analysis_read(&analysis, format, args))
        return analysis.fault ? analysis.fault : mi_gtp_syntax_error;
    if (analysis.interval < 0)
        analysis.interval = mi_analysis_request(&analysis).interval;
    const char *failure = can_move(gtp, &analysis, &moves) ? analyze_until_input(gtp, &analysis)
                                                           : explain_no_move(gtp, &moves);
    mi_reply_free(&moves);
    return failure;
}

static const char *gtp_lz_analyze(struct mi_gtp *gtp, char *args)
{
    return run_analyze(gtp, args, MI_ANALYSIS_LZ);
}

static const char *gtp_analyze(struct mi_gtp *gtp, char *args)
{
    return run_analyze(gtp, args, MI_ANALYSIS_PLAIN);
}

static const char *gtp_kata_analyze(struct mi_gtp *gtp, char *args)
{
    return run_analyze(gtp, args, MI_ANALYSIS_KATA);
}

/* "stop" itself does nothing: any input has already ended the analysis. */
static const char *gtp_stop(struct mi_gtp *gtp, char *args)
{
    (void)gtp;
    (void)args;
    return NULL;
}

/* ---- generating a move with analysis ---- */

/* How a move is searched for. */
struct search_mode {
    int (*choose)(miai_engine *engine, int player, char *move, size_t size);
    bool cancellable; /* input ends the search, and no move is reported */
    bool reports;
};

static const struct search_mode genmove_mode = {.choose = miai_genmove, .reports = true},
                                search_only_mode = {.choose = miai_choose},
                                cancellable_mode = {.choose = miai_choose, .cancellable = true},
                                reporting_mode = {.choose = miai_choose, .reports = true},
                                reporting_cancellable_mode = {
                                    .choose = miai_choose, .cancellable = true, .reports = true};

static void record_generated_move(struct mi_gtp *gtp, const struct search_mode *search_mode,
                                  int player, const char *move)
{
    if (search_mode->choose != miai_genmove)
        return;
    mi_game_result_move(&gtp->game_result, gtp->engine, player, move);
    gtp->game_plies = strcmp(move, "resign") != 0 ? miai_plies(gtp->engine) : -1;
}

static const char *generate_with_analysis(struct mi_gtp *gtp, const struct search_mode *search_mode,
                                          const struct mi_analysis *analysis)
{
    char move[MIAI_MOVE_TEXT];
    const char *failure = search_mode->reports ? begin_analysis(gtp, analysis) : NULL;
    if (failure)
        return failure;
    if (search_mode->cancellable)
        mi_gtp_stop_on_input(gtp);
    int error = search_mode->choose(gtp->engine, analysis->player, move, sizeof move);
    bool cancelled = search_mode->cancellable && mi_input_waiting(gtp->session->input);
    if (search_mode->cancellable)
        mi_gtp_ignore_input(gtp);
    if (search_mode->reports && error == MIAI_OK)
        write_analysis(gtp);
    end_analysis(gtp);
    if (error != MIAI_OK)
        return miai_error_text(error);
    record_generated_move(gtp, search_mode, analysis->player, move);
    mi_reply_format(&gtp->reply, "%s%s", search_mode->reports ? "play " : "",
                    cancelled ? "cancelled" : move);
    return NULL;
}

static const char *run_search(struct mi_gtp *gtp, char *args, const struct search_mode *search_mode,
                              enum mi_analysis_format format)
{
    struct mi_analysis analysis;
    struct mi_reply moves = {0};
    if (!mi_analysis_read(&analysis, format, args))
        return analysis.fault ? analysis.fault : mi_gtp_syntax_error;
    const char *failure = can_move(gtp, &analysis, &moves)
                              ? generate_with_analysis(gtp, search_mode, &analysis)
                              : explain_no_move(gtp, &moves);
    mi_reply_free(&moves);
    return failure;
}

static const char *gtp_lz_genmove_analyze(struct mi_gtp *gtp, char *args)
{
    return run_search(gtp, args, &genmove_mode, MI_ANALYSIS_LZ);
}

static const char *gtp_genmove_analyze(struct mi_gtp *gtp, char *args)
{
    return run_search(gtp, args, &genmove_mode, MI_ANALYSIS_PLAIN);
}

static const char *gtp_kata_genmove_analyze(struct mi_gtp *gtp, char *args)
{
    return run_search(gtp, args, &genmove_mode, MI_ANALYSIS_KATA);
}

static const char *gtp_cgos_genmove_analyze(struct mi_gtp *gtp, char *args)
{
    return run_search(gtp, args, &genmove_mode, MI_ANALYSIS_CGOS);
}

static const char *gtp_kata_search(struct mi_gtp *gtp, char *args)
{
    return run_search(gtp, args, &search_only_mode, MI_ANALYSIS_KATA);
}

static const char *gtp_kata_search_cancellable(struct mi_gtp *gtp, char *args)
{
    return run_search(gtp, args, &cancellable_mode, MI_ANALYSIS_KATA);
}

static const char *gtp_kata_search_analyze(struct mi_gtp *gtp, char *args)
{
    return run_search(gtp, args, &reporting_mode, MI_ANALYSIS_KATA);
}

static const char *gtp_kata_search_analyze_cancellable(struct mi_gtp *gtp, char *args)
{
    return run_search(gtp, args, &reporting_cancellable_mode, MI_ANALYSIS_KATA);
}

const struct mi_gtp_command mi_gtp_analyze_commands[] = {
    {"analyze", "[b|w] [INTERVAL] [KEY VALUE ...]", 0, MI_GTP_ANY_ARGS, gtp_analyze},
    {"lz-analyze", "[b|w] [INTERVAL] [KEY VALUE ...]", 0, MI_GTP_ANY_ARGS, gtp_lz_analyze},
    {"kata-analyze", "[b|w] [INTERVAL] [KEY VALUE ...]", 0, MI_GTP_ANY_ARGS, gtp_kata_analyze},
    {"genmove_analyze", "[b|w] [INTERVAL] [KEY VALUE ...]", 0, MI_GTP_ANY_ARGS,
     gtp_genmove_analyze},
    {"lz-genmove_analyze", "[b|w] [INTERVAL] [KEY VALUE ...]", 0, MI_GTP_ANY_ARGS,
     gtp_lz_genmove_analyze},
    {"kata-genmove_analyze", "[b|w] [INTERVAL] [KEY VALUE ...]", 0, MI_GTP_ANY_ARGS,
     gtp_kata_genmove_analyze},
    {"cgos-genmove_analyze", "[b|w]", 0, MI_GTP_ANY_ARGS, gtp_cgos_genmove_analyze},
    {"kata-search", "[b|w]", 0, MI_GTP_ANY_ARGS, gtp_kata_search},
    {"kata-search_cancellable", "[b|w]", 0, MI_GTP_ANY_ARGS, gtp_kata_search_cancellable},
    {"kata-search_analyze", "[b|w] [KEY VALUE ...]", 0, MI_GTP_ANY_ARGS, gtp_kata_search_analyze},
    {"kata-search_analyze_cancellable", "[b|w] [KEY VALUE ...]", 0, MI_GTP_ANY_ARGS,
     gtp_kata_search_analyze_cancellable},
    {"stop", "", 0, 0, gtp_stop},
    {0},
};
