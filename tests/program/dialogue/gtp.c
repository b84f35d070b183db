/* Dialogues of GTP: a game in progress, with all other commands in between. */
#include "script.h"

#include <stdio.h>

/* Lines in any order; see add_text() for "$". */
static const char *const gtp_lines[] = {
    "genmove $c",
    "genmove $c",
    "reg_genmove $c",
    "kgs-genmove_cleanup $c",
    "gomill-genmove_ex $c",
    "play $c $v",
    "play $c $v",
    "play $c pass",
    "play $v $c",
    "play $w",
    "undo",
    "gg-undo $n",
    "gg-undo $e",
    "showboard",
    "clear_board",
    "komi $k",
    "komi $e",
    "get_komi",
    "boardsize $e",
    "boardsize $s $e",
    "boardsize",
    "fixed_handicap $n",
    "place_free_handicap $n",
    "place_free_handicap $e",
    "set_free_handicap $v $v $v",
    "set_free_handicap",
    "loadsgf game.sgf",
    "loadsgf game.sgf $n",
    "loadsgf game.sgf $e",
    "loadsgf $f",
    "printsgf",
    "time_settings $t $n $n",
    "time_settings $e $e $e",
    "time_left $c $t $n",
    "time_left $c $e $e",
    "kgs-time_settings byoyomi $e $e $e",
    "kgs-time_settings canadian $t $n $n",
    "kgs-time_settings absolute $e",
    "kata-time_settings fischer-capped $e $e $e $e",
    "kata-time_settings byoyomi $t $n $n",
    "kata-list_time_settings",
    "kgs-time_settings none",
    "final_score",
    "estimate_score",
    "final_status_list dead",
    "final_status_list $w",
    "final_status_list alive",
    "final_status_list seki",
    "kgs-rules $r",
    "kgs-game_over",
    "kgs-chat game $w $w",
    "cgos-gameover 2026-11-24 B+$t",
    "cgos-opponent_name $w",
    "miai-stats",
    "miai-visits",
    "miai-legal",
    "miai-legal $c",
    "miai-position $p",
    "miai-position $w",
    "miai-param $o",
    "miai-param $o",
    "miai-param $w $e",
    "miai-params",
    "miai-params $o",
    "miai-params play",
    "miai-params search $o",
    "miai-params networks",
    "param_game $o",
    "param_game",
    "miai-tree",
    "miai-tree $l $n",
    "miai-tree $e",
    "miai-tree_dot $n",
    "miai-tree_sgf $n",
    "miai-alphabeta",
    "miai-curve",
    "miai-curve $n",
    "miai-look",
    "miai-write $m $m",
    "miai-svg",
    "miai-svg $f",
    "miai-gfx",
    "miai-gfx_visits",
    "miai-gfx_values",
    "miai-gfx_priors",
    "miai-gfx_amaf",
    "miai-ownership",
    "miai-territory",
    "miai-status",
    "miai-ladders",
    "miai-pv",
    "gogui-analyze_commands",
    "hexgui-analyze_commands",
    "kata-get-rules",
    "kata-set-rules $r",
    "kata-set-rules {\"ko\":\"SIMPLE\",\"tax\":\"$w\"}",
    "kata-set-rule ko POSITIONAL",
    "kata-set-rule suicide true",
    "kata-set-rule $w $w",
    "kata-list-params",
    "kata-get-params",
    "kata-get-param $w",
    "kata-set-param $o",
    "kata-set-param analysisWideRootNoise $e",
    "kata-set-params {\"$w\":$e}",
    "clear_cache",
    "kata-raw-nn $n",
    "kata-raw-nn all",
    "kata-raw-human-nn $n",
    "kata-set-param humanSLProfile rank_$nk",
    "kata-set-param humanSLRootExploreProbWeightless 0.$n",
    "kata-set-param humanSLChosenMoveProp 0.$n",
    "kata-raw-nn $e $c",
    "stop",
    "gogui-interrupt",
    "gogui-rules_game_id",
    "gogui-rules_board_size",
    "gogui-rules_board",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-setup $c $v $c $v",
    "gogui-setup_player $c",
    "gogui-play_sequence $c $v $c $v $c $v",
    "gogui-version $w",
    "set_position $c $v $c $v $c $v",
    "set_position",
    "all_legal_moves",
    "all_legal_moves $c",
    "gogui-gfx-analyze $c",
    "gomill-explain_last_move",
    "gomill-describe_engine",
    "list_commands",
    "list_games",
    "known_command $w",
    "protocol_version",
    "name",
    "version",
    "cputime",
    "$w $w $e",
    "$e",
    "",
    "# $w",
    "  $w  ",
    "rectangular_boardsize $s $s",
    "rectangular_boardsize $e $e",
};

static const char *const analyses[] = {
    "lz-analyze",
    "kata-analyze",
    "analyze",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
    "cgos-genmove_analyze",
    "kata-search",
    "kata-search_analyze",
    "kata-search_analyze",
    "kata-search_cancellable",
    "kata-search_analyze_cancellable",
    "genmove_analyze",
};

static const char *const analysis_options[] = {
    " $n",
    " interval $n",
    " interval $e",
    " minmoves $n",
    " minmoves $e",
    " maxmoves $n",
    " avoid $c $l,$v $n",
    " avoid $c $l $e",
    " avoid $c $v 2",
    " allow $c $l,$l,$l $n",
    " allow $c $l 1",
    " avoid $c $v",
    " rootInfo true",
    " ownership true",
    " pvVisits $w",
    " movesOwnership true",
    " ownershipStdev true",
    " noResultValue true",
    " $w",
};

/* ---- commands that also change the shadow's game ---- */

static void change_game(struct script *script)
{
    const int games = miai_game_count(script->shadow);
    begin_game(script, miai_game_name(script->shadow, drawn_number(script, games)));
    mi_reply_format(&script->line, "set_game %s", miai_current_game(script->shadow));
    end_line(script);
    if (one_in(script, 2))
        put_line(script, one_in(script, 2) ? "genmove $c" : "boardsize $s");
}

static void change_board(struct script *script)
{
    miai_clear(script->shadow);
    mi_reply_format(&script->line, "boardsize %d", miai_width(script->shadow));
    if (miai_height(script->shadow) != miai_width(script->shadow))
        mi_reply_format(&script->line, " %d", miai_height(script->shadow));
    end_line(script);
}

static void add_play(struct script *script)
{
    mi_reply_format(&script->line, "play %c ", miai_turn(script->shadow) ? 'w' : 'b');
    if (!add_move(script)) {
        mi_reply_clear(&script->line);
        miai_clear(script->shadow);
        mi_reply_add(&script->line, "clear_board");
    }
    end_line(script);
}

static void add_undo(struct script *script)
{
    miai_undo(script->shadow, 1);
    put_line(script, "undo");
}

static void add_analysis(struct script *script)
{
    const int kinds = sizeof analyses / sizeof *analyses,
              count = sizeof analysis_options / sizeof *analysis_options;
    mi_reply_add(&script->line, one_of(script, analyses, kinds));
    if (!one_in(script, 3))
        add_text(script, " $c");
    for (int i = drawn_number(script, 4); i > 0; i--)
        add_text(script, one_of(script, analysis_options, count));
    end_line(script);
    wait_here(script, one_in(script, 3) ? 0 : drawn_number(script, 30));
}

static void add_limit(struct script *script)
{
    put_sure_line(script, ONE_OF(script, "miai-param playouts $n", "kata-set-param maxVisits $n",
                                 "miai-perft 1", "miai-perft 2", "miai-param memory $n",
                                 "gomill-savesgf game.sgf", "kata-set-param numSearchThreads 3"));
}

static void (*const acts[])(struct script *script) = {
    change_game, change_board, add_play,     add_play,     add_play,  add_play,
    add_play,    add_undo,     add_analysis, add_analysis, add_limit,
};

void write_gtp(struct script *script)
{
    const int count = sizeof gtp_lines / sizeof *gtp_lines, kinds = sizeof acts / sizeof *acts;
    if (!one_in(script, 3))
        change_board(script);
    for (int i = 1 + drawn_number(script, one_in(script, 4) ? 60 : 20); i > 0; i--) {
        if (one_in(script, 10))
            mi_reply_format(&script->line, "%d ", drawn_number(script, 1000));
        if (one_in(script, 2))
            acts[drawn_number(script, kinds)](script);
        else
            put_line(script, one_of(script, gtp_lines, count));
    }
    if (!one_in(script, 8))
        put_sure_line(script, "quit");
}
