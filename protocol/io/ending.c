#include "ending.h"

#include "suggestion.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void mi_ending_begin(struct mi_ending *ending)
{
    *ending = (struct mi_ending){.resigned = -1};
}

void mi_ending_move(struct mi_ending *ending, const miai_engine *engine, int player,
                    const char *move)
{
    bool resigns = strcmp(move, "resign") == 0;
    ending->played = true;
    ending->plies = miai_plies(engine);
    ending->resigned = !resigns ? -1 : player == MIAI_TURN ? miai_turn(engine) : player;
}

void mi_ending_follow(struct mi_ending *ending, const miai_engine *engine)
{
    int plies = miai_plies(engine);
    if (plies == 0)
        mi_ending_begin(ending);
    else if (plies != ending->plies)
        ending->resigned = -1;
    ending->plies = plies;
}

/* Of a game that is over by its rules; where nothing is counted, a score has no points. */
static bool write_score(miai_engine *engine, char result[MI_RESULT])
{
    int score;
    if (!miai_over(engine, &score) || miai_final_score(engine, result, MI_RESULT) != MIAI_OK)
        return false;
    const miai_game *game = mi_hint_game(engine);
    if (!game->scoring && game->points == 0 && score != 0)
        snprintf(result, MI_RESULT, "%c+", score > 0 ? 'B' : 'W');
    return true;
}

bool mi_ending_result(const struct mi_ending *ending, miai_engine *engine, char result[MI_RESULT])
{
    if (ending->resigned < 0 || ending->plies != miai_plies(engine))
        return write_score(engine, result);
    snprintf(result, MI_RESULT, "%c+R", ending->resigned == 0 ? 'W' : 'B');
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

static int write_sheet(const void *sheet, char *text, size_t size)
{
    return miai_sheet_write(sheet, text, size);
}

void mi_ending_add(const struct mi_ending *ending, miai_engine *engine, struct mi_reply *sgf)
{
    char result[MI_RESULT], date[MI_DATE];
    struct mi_reply whole = {0};
    miai_file file = {.bytes = sgf->text, .length = sgf->length, .line = 1};
    miai_sheet *sheet = sgf->text ? miai_sheet_read("sgf", &file) : NULL;
    if (!sheet)
        return;
    mi_today(date);
    if (!strstr(sgf->text, "RE[") && mi_ending_result(ending, engine, result))
        miai_sheet_note(sheet, 0, "RE", result);
    if (!strstr(sgf->text, "DT[") && ending->played && date[0])
        miai_sheet_note(sheet, 0, "DT", date);
    mi_reply_written(&whole, write_sheet, sheet);
    miai_sheet_free(sheet);
    mi_reply_free(sgf);
    *sgf = whole;
}
