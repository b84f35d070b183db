#include "game_result.h"

#include "suggestion.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { TERMINATION_BYTES = 64 };

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

/* SGF's letter for the reason why the game ended (R resignation, T time, F forfeit); "" if unknown.
 */
static const char *sgf_cause_of_termination(const char *termination)
{
    static const struct {
        const char *word, *cause;
    } causes[] = {{"time", "T"},    {"resign", "R"},  {"infraction", "F"},
                  {"forfeit", "F"}, {"illegal", "F"}, {"abandon", "F"}};
    char lower_case[TERMINATION_BYTES];
    size_t n = 0;
    for (; termination[n] && n + 1 < sizeof lower_case; n++)
        lower_case[n] = (char)tolower((unsigned char)termination[n]);
    lower_case[n] = '\0';
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (strstr(lower_case, causes[i].word))
            return causes[i].cause;
    return "";
}

/* Stores a result such as "B+R".  In a result such as "1-0", the first number belongs to the player
 * who moves first. */
static void store_record_result(struct mi_game_result *game_result, bool black_begins,
                                const char *result, const char *termination)
{
    char first = black_begins ? 'B' : 'W', letter = (char)toupper((unsigned char)*result);
    char *recorded_result = game_result->recorded_result;
    bool won = strcmp(result, "1-0") == 0, lost = strcmp(result, "0-1") == 0;
    if (letter && strchr("BW", letter) && result[1] == '+')
        snprintf(recorded_result, MI_RESULT, "%c+%.20s", letter == first ? 'B' : 'W', result + 2);
    else if (won || lost)
        snprintf(recorded_result, MI_RESULT, "%c+%s", won ? 'B' : 'W',
                 sgf_cause_of_termination(termination));
    else if (strcmp(result, "0") == 0 || strncmp(result, "1/2", 3) == 0 ||
             strcasecmp(result, "draw") == 0 || strcasecmp(result, "jigo") == 0)
        snprintf(recorded_result, MI_RESULT, "0");
}

void mi_game_result_read(struct mi_game_result *game_result, const miai_engine *engine,
                         const miai_game_record *record)
{
    char result[MI_RESULT], termination[TERMINATION_BYTES] = "";
    mi_game_result_begin(game_result);
    game_result->plies = miai_plies(engine);
    if (miai_game_record_tell(engine, record, "result", result, sizeof result) < 0 ||
        game_result->plies != miai_game_record_moves(record))
        return;
    miai_game_record_tell(engine, record, "termination", termination, sizeof termination);
    store_record_result(game_result, mi_current_presentation(engine).black_begins, result,
                        termination);
}

void mi_game_result_follow(struct mi_game_result *game_result, const miai_engine *engine)
{
    int plies = miai_plies(engine);
    if (plies == 0 && game_result->plies != 0)
        mi_game_result_begin(game_result);
    else if (plies != game_result->plies) {
        game_result->resigned = -1;
        game_result->agreed = false;
        game_result->recorded_result[0] = '\0';
    }
    game_result->plies = plies;
}

/* Writes the result of a game that has ended by its rules.  Games that do not count points get no
 * margin. */
static bool write_score_result(miai_engine *engine, char result[MI_RESULT])
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
    bool ended = game_result->agreed || game_result->resigned >= 0,
         is_current = game_result->plies == miai_plies(engine);
    if (!ended || !is_current) {
        bool scored = write_score_result(engine, result);
        if (!scored && is_current && game_result->recorded_result[0])
            memcpy(result, game_result->recorded_result, MI_RESULT);
        return scored || (is_current && game_result->recorded_result[0]);
    }
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
    miai_file file = {.bytes = sgf->text, .length = sgf->length, .line = 1};
    if (!sgf->text || sgf->failed)
        return;
    miai_game_record *record = miai_game_record_read("sgf", &file);
    if (!record) {
        sgf->failed = strcmp(file.fault, miai_error_text(MIAI_NO_MEMORY)) == 0;
        return;
    }
    int error = MIAI_OK;
    mi_today(date);
    if (!strstr(sgf->text, "RE[") && mi_game_result_text(game_result, engine, result))
        error = miai_game_record_note(record, 0, "RE", result);
    if (error == MIAI_OK && !strstr(sgf->text, "DT[") && game_result->played && date[0])
        error = miai_game_record_note(record, 0, "DT", date);
    mi_reply_replace_by_record(sgf, record);
    sgf->failed |= error == MIAI_NO_MEMORY;
    miai_game_record_free(record);
}
