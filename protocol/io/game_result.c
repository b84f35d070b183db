#include "game_result.h"

#include "suggestion.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void mi_game_result_begin(struct mi_game_result *game_result)
{
    *game_result = (struct mi_game_result){.resigned = -1};
}

void mi_game_result_move(struct mi_game_result *game_result, const miai_engine *engine, int player,
                         const char *move)
{
    bool resigns = strcmp(move, "resign") == 0;
    game_result->played = true;
    game_result->agreed = false;
    game_result->plies = miai_plies(engine);
    game_result->resigned = !resigns ? -1 : player == MIAI_TURN ? miai_turn(engine) : player;
}

void mi_game_result_draw(struct mi_game_result *game_result, const miai_engine *engine)
{
    *game_result = (struct mi_game_result){
        .played = true, .resigned = -1, .plies = miai_plies(engine), .agreed = true};
}

void mi_game_result_follow(struct mi_game_result *game_result, const miai_engine *engine)
{
    int plies = miai_plies(engine);
    if (plies == 0 && game_result->plies != 0)
        mi_game_result_begin(game_result);
    else if (plies != game_result->plies) {
        game_result->resigned = -1;
        game_result->agreed = false;
    }
    game_result->plies = plies;
}

/* Of a game that is over by its rules; where nothing is counted, a score has no points. */
static bool write_score(miai_engine *engine, char result[MI_RESULT])
{
    int score;
    if (!miai_over(engine, &score) || miai_final_score(engine, result, MI_RESULT) != MIAI_OK)
        return false;
    const miai_game *game = mi_current_game(engine);
    if (!game->scoring && game->points == 0 && score != 0)
        snprintf(result, MI_RESULT, "%c+", score > 0 ? 'B' : 'W');
    return true;
}

bool mi_game_result_text(const struct mi_game_result *game_result, miai_engine *engine,
                         char result[MI_RESULT])
{
    bool ended = game_result->agreed || game_result->resigned >= 0;
    if (!ended || game_result->plies != miai_plies(engine))
        return write_score(engine, result);
    if (game_result->agreed)
        snprintf(result, MI_RESULT, "0");
    else
        snprintf(result, MI_RESULT, "%c+R", game_result->resigned == 0 ? 'W' : 'B');
    return true;
}

void mi_today(char date[MI_DATE])
{
    time_t now = time(NULL);
    struct tm parts;
    date[0] = '\0';
    if (localtime_r(&now, &parts))
        strftime(date, MI_DATE, "%Y-%m-%d", &parts);
}

void mi_game_result_add(const struct mi_game_result *game_result, miai_engine *engine,
                        struct mi_reply *sgf)
{
    char result[MI_RESULT], date[MI_DATE];
    miai_game_record *record = mi_reply_read_record(sgf, "sgf");
    if (!record)
        return;
    mi_today(date);
    if (!strstr(sgf->text, "RE[") && mi_game_result_text(game_result, engine, result))
        miai_game_record_note(record, 0, "RE", result);
    if (!strstr(sgf->text, "DT[") && game_result->played && date[0])
        miai_game_record_note(record, 0, "DT", date);
    mi_reply_take_record(sgf, record);
    miai_game_record_free(record);
}
