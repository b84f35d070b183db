/* Parses the arguments of the analysis commands. */
#include "analysis.h"
#include "protocol/io/words.h"

#include <string.h>
#include <strings.h>

/* The number of lines that the alpha-beta searches follow by default, and at most. */
enum { DEFAULT_LINES = 3, MAX_LINES = 8 };

static const double DEFAULT_INTERVAL = 1, MIN_INTERVAL = 0.01; /* seconds */

static bool read_analysis_bool(const char *word, bool *value)
{
    static const char *const words[] = {"false", "true", "0", "1", "no", "yes"};
    for (int i = 0; i < 6; i++)
        if (strcasecmp(word, words[i]) == 0) {
            *value = i % 2;
            return true;
        }
    return false;
}

static bool read_analysis_count(const char *word, int *value)
{
    return mi_read_word_int(word, value) && *value >= 0;
}

static bool read_interval(const char *word, double *seconds)
{
    double hundredths;
    if (!mi_read_word_real(word, &hundredths) || hundredths < 0)
        return false;
    *seconds = hundredths / 100;
    return true;
}

/* ---- moves to avoid ---- */

#define AVOID_SYNTAX(key)                                                                          \
    "syntax error: " key " needs a color, moves and a depth: " key " b D4,Q16 1"

static const char avoid_syntax_error[] = AVOID_SYNTAX("avoid"),
                  allow_syntax_error[] = AVOID_SYNTAX("allow");

/* Appends a word to the last list of moves; commas become spaces. */
static bool append_avoid_moves(struct mi_analysis *analysis, const char *word)
{
    size_t length = strlen(word);
    if (analysis->moves_length + length + 2 > sizeof analysis->moves)
        return false;
    char *to = analysis->moves + analysis->moves_length;
    for (size_t i = 0; i < length; i++)
        *to++ = (char)(word[i] == ',' ? ' ' : word[i]);
    *to = '\0';
    analysis->moves_length += length;
    return true;
}

/* Reads one list; spaces may follow its commas. */
static bool read_avoid_moves(struct mi_analysis *analysis, char **rest)
{
    const char *word;
    bool more;
    do {
        word = mi_next_word(rest);
        if (!word || !append_avoid_moves(analysis, word))
            return false;
        more = word[strlen(word) - 1] == ',' || **rest == ',';
    } while (more);
    analysis->moves_length++; /* its final zero */
    return true;
}

/* A player may have either one "allow" or any number of "avoid". */
static bool avoid_is_consistent(const struct mi_analysis *analysis, const miai_avoid *added)
{
    for (int i = 0; i < analysis->avoid_count; i++)
        if (analysis->avoid[i].player == added->player &&
            (analysis->avoid[i].allow || added->allow))
            return false;
    return true;
}

/* Reads COLOR VERTEX,VERTEX,... UNTILDEPTH. */
static bool read_avoid(struct mi_analysis *analysis, bool allow, char **rest)
{
    miai_avoid *avoid = &analysis->avoid[analysis->avoid_count];
    const char *player = mi_next_word(rest);
    if (!player || analysis->avoid_count == MIAI_MAX_AVOID)
        return false;
    *avoid =
        (miai_avoid){.moves = analysis->moves + analysis->moves_length, .depth = 1, .allow = allow};
    if (!mi_read_word_player(player, &avoid->player) || !read_avoid_moves(analysis, rest) ||
        !avoid_is_consistent(analysis, avoid))
        return false;
    analysis->avoid_count++;
    const char *depth = mi_next_word(rest);
    if (depth && mi_read_word_int(depth, &avoid->depth) && avoid->depth >= 1)
        return true;
    analysis->fault = allow ? allow_syntax_error : avoid_syntax_error;
    return false;
}

/* ---- keys ---- */

/* The member for a key whose value is true or false, or NULL. */
static bool *find_analysis_flag(struct mi_analysis *analysis, const char *key)
{
    bool *const flags[] = {&analysis->root_info,
                           &analysis->ownership,
                           &analysis->ownership_deviation,
                           &analysis->moves_ownership,
                           &analysis->pv_visits,
                           &analysis->no_result,
                           &analysis->moves_ownership_deviation,
                           &analysis->pv_edge_visits};
    static const char *const names[] = {
        "rootinfo", "ownership",     "ownershipstdev",      "movesownership",
        "pvvisits", "noresultvalue", "movesownershipstdev", "pvedgevisits"};
    for (int i = 0; i < 8; i++)
        if (strcasecmp(key, names[i]) == 0)
            return flags[i];
    return NULL;
}

static bool read_analysis_pair(struct mi_analysis *analysis, const char *key, char **rest)
{
    bool *flag = find_analysis_flag(analysis, key);
    if (strcasecmp(key, "avoid") == 0 || strcasecmp(key, "allow") == 0)
        return read_avoid(analysis, strcasecmp(key, "allow") == 0, rest);
    const char *value = mi_next_word(rest);
    if (!value)
        return false;
    if (flag)
        return read_analysis_bool(value, flag);
    if (strcasecmp(key, "interval") == 0)
        return read_interval(value, &analysis->interval);
    if (strcasecmp(key, "minmoves") == 0)
        return read_analysis_count(value, &analysis->min_moves);
    return strcasecmp(key, "maxmoves") == 0 && read_analysis_count(value, &analysis->max_moves);
}

bool mi_analysis_read(struct mi_analysis *analysis, enum mi_analysis_format format, char *args)
{
    const char *word;
    *analysis = (struct mi_analysis){.format = format, .player = MIAI_TURN, .interval = -1};
    while ((word = mi_next_word(&args)) != NULL)
        if (!mi_read_word_player(word, &analysis->player) &&
            !read_interval(word, &analysis->interval) && !read_analysis_pair(analysis, word, &args))
            return false;
    return true;
}

miai_analysis_request mi_analysis_request(const struct mi_analysis *analysis)
{
    int lines = analysis->max_moves > 0 ? analysis->max_moves : DEFAULT_LINES;
    double interval = analysis->interval < 0 ? DEFAULT_INTERVAL : analysis->interval;
    lines = lines > analysis->min_moves ? lines : analysis->min_moves;
    return (miai_analysis_request){
        .interval = interval > MIN_INTERVAL ? interval : MIN_INTERVAL,
        .lines = lines < MAX_LINES ? lines : MAX_LINES,
        .points = analysis->format != MI_ANALYSIS_LZ || analysis->ownership ||
                  analysis->ownership_deviation || analysis->moves_ownership ||
                  analysis->moves_ownership_deviation,
        .points_by_move = analysis->moves_ownership || analysis->moves_ownership_deviation,
        .avoid = analysis->avoid,
        .avoid_count = analysis->avoid_count,
    };
}
