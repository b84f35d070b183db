/* Queries to KataGo's analysis engine. */
#include "script.h"

static const char *const query_members[] = {
    ",\"rules\":\"$r\"",
    ",\"rules\":{\"ko\":\"SIMPLE\",\"scoring\":\"AREA\"}",
    ",\"komi\":$k",
    ",\"komi\":7.25",
    ",\"initialPlayer\":\"W\"",
    ",\"initialPlayer\":\"$c\"",
    ",\"initialStones\":[[\"B\",\"$v\"],[\"W\",\"$v\"]]",
    ",\"analyzeTurns\":[0,1,$n]",
    ",\"analyzeTurns\":[]",
    ",\"analyzeTurns\":[$n,0]",
    ",\"priorities\":[1,$n]",
    ",\"priority\":-5",
    ",\"priority\":$t",
    ",\"includeOwnership\":true",
    ",\"includeMovesOwnership\":true",
    ",\"includePolicy\":true",
    ",\"includePVVisits\":true",
    ",\"reportDuringSearchEvery\":0.01",
    ",\"avoidMoves\":[{\"moves\":[\"$l\",\"$v\"],\"player\":\"B\",\"untilDepth\":$n}]",
    ",\"allowMoves\":[{\"moves\":[\"$l\"],\"player\":\"W\",\"untilDepth\":1}]",
    ",\"overrideSettings\":{\"analysisPVLen\":$n,\"maxTime\":0.$n}",
    ",\"overrideSettings\":{\"reportAnalysisWinratesAs\":\"WHITE\",\"wideRootNoise\":0.04}",
    ",\"overrideSettings\":{\"humanSLProfile\":\"rank_$nk\",\"chosenMoveTemperature\":0.$n}",
    ",\"overrideSettings\":{\"humanSLChosenMoveProp\":$e,\"human-model\":\"$l\"}",
    ",\"unknown\":[{\"a\":[null,true,-1.5e-7]},\"\\u00e9\\n\"]",
    ",\"komi\":$e",
    ",\"maxTime\":0.0$n",
    ",\"priority\":$e",
    ",\"analyzeTurns\":[$e]",
};

static const char *const analysis_actions[] = {
    "\"query_version\"",
    "\"clear_cache\"",
    "\"query_models\"",
    "\"terminate_all\"",
    "\"terminate\",\"terminateId\":\"q$n\"",
    "\"terminate\",\"terminateId\":\"q1\",\"turnNumbers\":[0]",
    "\"terminate_all\",\"turnNumbers\":[1,2]",
    "\"$r\"",
};

static void add_query_moves(struct script *script)
{
    miai_clear(script->shadow);
    mi_reply_add(&script->line, "\"moves\":[");
    for (int i = 0, plies = drawn_number(script, 10); i < plies; i++) {
        mi_reply_format(&script->line, "%s[\"%c\",\"", i ? "," : "",
                        miai_turn(script->shadow) == 1 ? 'W' : 'B');
        if (!add_move(script))
            mi_reply_add(&script->line, "pass");
        mi_reply_add(&script->line, "\"]");
    }
    mi_reply_add(&script->line, "]");
}

static void add_query(struct script *script)
{
    mi_reply_format(&script->line, "{\"id\":\"q%d\",\"boardXSize\":%d,\"boardYSize\":%d,",
                    ++script->questions, miai_width(script->shadow), miai_height(script->shadow));
    add_query_moves(script);
    for (int i = drawn_number(script, 6); i > 0; i--)
        add_text(script,
                 one_of(script, query_members, sizeof query_members / sizeof *query_members));
    put_line(script, ",\"maxVisits\":$n}");
}

static void add_action(struct script *script)
{
    mi_reply_format(&script->line, "{\"id\":\"q%d\",\"action\":", ++script->questions);
    add_text(script,
             one_of(script, analysis_actions, sizeof analysis_actions / sizeof *analysis_actions));
    put_line(script, "}");
}

void write_analysis(struct script *script)
{
    for (int i = 1 + drawn_number(script, 10); i > 0; i--) {
        if (one_in(script, 5))
            begin_game(script, miai_current_game(script->shadow));
        if (one_in(script, 4))
            add_action(script);
        else
            add_query(script);
        wait_here(script, one_in(script, 3) ? drawn_number(script, 20) : 0);
    }
}
