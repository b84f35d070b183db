/* Dialogues of UCI. */
#include "script.h"

/* Lines in any order; see add_text() for "$". */
static const char *const other_lines[] = {
    "uci",
    "isready",
    "isready",
    "isready",
    "ucinewgame",
    "d",
    "eval",
    "stop",
    "ponderhit",
    "debug on",
    "register later",
    "position startpos",
    "position fen $p",
    "position fen $p moves $l",
    "position fen ",
    "position",
    "position startpos moves",
    "position startpos moves $v $w",
    "position fen $w $w $e",
    "position fen $p $e",
    "$w isready",
    "$w $w",
    "",
    "setoption",
    "setoption name $o",
    "setoption name",
    "setoption name $w value $e",
    "setoption name Clear Hash",
    "setoption name MultiPV value $n",
    "setoption name MultiPV value $e",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_LimitStrength value true",
    "setoption name UCI_Elo value 1500",
    "setoption name UCI_Elo value $e",
    "setoption name UCI_AnalyseMode value $w",
    "setoption name BookFile value $f",
    "setoption name EvalFile value $f",
    "setoption name SyzygyPath value $f",
    "setoption name SyzygyProbeDepth value $e",
    "setoption name Ponder value true",
    "setoption name UCI_Opponent value $w none $w $w",
    "setoption name rules value $r",
    "setoption name komi value $k",
    "setoption name size value $s",
    "setoption name UCI_Variant value $w",
    "setoption name UCI_Variant value fischerandom",
};

static const char *const limiting_lines[] = {
    "setoption name Hash value $n",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Move Overhead value $n",
    "go perft 1",
};

/* The limit of a go, which comes first. */
static const char *const go_limits[] = {
    "go nodes $n", "go nodes 300",         "go depth 1",         "go depth 2", "go movetime $n",
    "go nodes 30", "go infinite",          "go ponder nodes $n", "go",         "go ponder",
    "go mate 1",   "go wtime $t btime $t",
};

static const char *const go_arguments[] = {
    " wtime $e",          " btime $e",     " winc $e", " binc $e",
    " movestogo $e",      " movestogo $n", " depth 3", " nodes $n",
    " searchmoves $l $v", " searchmoves",  " mate $n", " mate $e",
    " movetime $n",       " $w",
};

static void add_go(struct script *script)
{
    add_text(script, one_of(script, go_limits, sizeof go_limits / sizeof *go_limits));
    for (int i = one_in(script, 2) ? 0 : drawn_number(script, 5); i > 0; i--)
        add_text(script, one_of(script, go_arguments, sizeof go_arguments / sizeof *go_arguments));
    end_line(script);
    wait_here(script, one_in(script, 4) ? 0 : drawn_number(script, 40));
    if (one_in(script, 2))
        put_line(script, ONE_OF(script, "stop", "isready", "ponderhit", "stop"));
}

/* The position of the shadow's game, after a few random moves. */
static void add_position(struct script *script)
{
    miai_clear(script->shadow);
    mi_reply_add(&script->line, "position startpos moves");
    for (int plies = drawn_number(script, one_in(script, 4) ? 60 : 8); plies > 0; plies--) {
        size_t length = script->line.length;
        mi_reply_add(&script->line, " ");
        if (!add_move(script) || script->line.length <= length)
            break;
    }
    end_line(script);
}

static void add_game_change(struct script *script)
{
    const int games = miai_game_count(script->shadow);
    begin_game(script, miai_game_name(script->shadow, drawn_number(script, games)));
    mi_reply_format(&script->line, "setoption name UCI_Variant value %s",
                    miai_current_game(script->shadow));
    end_line(script);
    mi_reply_format(&script->line, "setoption name size value %dx%d", miai_width(script->shadow),
                    miai_height(script->shadow));
    end_line(script);
}

static void add_limiting_line(struct script *script)
{
    put_sure_line(script,
                  one_of(script, limiting_lines, sizeof limiting_lines / sizeof *limiting_lines));
}

static void (*const line_writers[])(struct script *script) = {
    add_go, add_go, add_go, add_position, add_position, add_game_change, add_limiting_line};

void write_uci(struct script *script)
{
    if (one_in(script, 2))
        put_line(script, "uci");
    for (int i = 1 + drawn_number(script, 25); i > 0; i--)
        if (one_in(script, 2))
            line_writers[drawn_number(script, sizeof line_writers / sizeof *line_writers)](script);
        else
            put_line(script, one_of(script, other_lines, sizeof other_lines / sizeof *other_lines));
    if (one_in(script, 8)) /* at the end of input, the program waits for a search with limits */
        put_sure_line(script, one_in(script, 2) ? "stop" : "go nodes $n");
    else
        put_sure_line(script, "quit");
}
