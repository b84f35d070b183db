/* Dialogues of UCI. */
#include "script.h"

/* What may come in any order; of "$" see add(). */
static const char *const lines[] = {
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

static const char *const bounds[] = {
    "setoption name Hash value $n",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name Move Overhead value $n",
    "go perft 1",
};

/* A bound of each go, which stands in front of what else it says. */
static const char *const limits[] = {
    "go nodes $n", "go nodes 300",         "go depth 1",         "go depth 2", "go movetime $n",
    "go nodes 30", "go infinite",          "go ponder nodes $n", "go",         "go ponder",
    "go mate 1",   "go wtime $t btime $t",
};

static const char *const wishes[] = {
    " wtime $e",          " btime $e",     " winc $e", " binc $e",
    " movestogo $e",      " movestogo $n", " depth 3", " nodes $n",
    " searchmoves $l $v", " searchmoves",  " mate $n", " mate $e",
    " movetime $n",       " $w",
};

static void go(struct script *script)
{
    add(script, one_of(script, limits, sizeof limits / sizeof *limits));
    for (int i = one_in(script, 2) ? 0 : drawn(script, 5); i > 0; i--)
        add(script, one_of(script, wishes, sizeof wishes / sizeof *wishes));
    end_line(script);
    wait_here(script, one_in(script, 4) ? 0 : drawn(script, 40));
    if (one_in(script, 2))
        say(script, ONE_OF(script, "stop", "isready", "ponderhit", "stop"));
}

/* The game so far, which goes on from time to time. */
static void position(struct script *script)
{
    miai_clear(script->shadow);
    mi_reply_add(&script->line, "position startpos moves");
    for (int plies = drawn(script, one_in(script, 4) ? 60 : 8); plies > 0; plies--) {
        size_t length = script->line.length;
        mi_reply_add(&script->line, " ");
        if (!add_move(script) || script->line.length <= length)
            break;
    }
    end_line(script);
}

static void change_game(struct script *script)
{
    const int games = miai_game_count(script->shadow);
    begin_game(script, miai_game_name(script->shadow, drawn(script, games)));
    mi_reply_format(&script->line, "setoption name UCI_Variant value %s",
                    miai_current_game(script->shadow));
    end_line(script);
    mi_reply_format(&script->line, "setoption name size value %dx%d", miai_width(script->shadow),
                    miai_height(script->shadow));
    end_line(script);
}

static void bound(struct script *script)
{
    say_surely(script, one_of(script, bounds, sizeof bounds / sizeof *bounds));
}

static void (*const acts[])(struct script *script) = {go,       go,          go,   position,
                                                      position, change_game, bound};

void write_uci(struct script *script)
{
    if (one_in(script, 2))
        say(script, "uci");
    for (int i = 1 + drawn(script, 25); i > 0; i--)
        if (one_in(script, 2))
            acts[drawn(script, sizeof acts / sizeof *acts)](script);
        else
            say(script, one_of(script, lines, sizeof lines / sizeof *lines));
    if (one_in(script, 8)) /* the end of input waits for a search that has bounds */
        say_surely(script, one_in(script, 2) ? "stop" : "go nodes $n");
    else
        say_surely(script, "quit");
}
