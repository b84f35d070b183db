/* The results of a game as CSV lines (RFC 4180, but with line feeds) and as fields of the table. */
#include "batch.h"

#include <string.h>

const char mi_collection_columns[] =
    "file,game,move,player,played,best,value,loss,lead,cost,score,mate,line\n";

/* ---- CSV ---- */

static void add_csv_real(struct mi_reply *rows, bool known, const char *format, double value)
{
    char text[40];
    snprintf(text, sizeof text, format, value);
    mi_reply_format(rows, ",%s", known ? text : "");
}

static void add_csv_row(const struct mi_position_analysis *position, const char *file, int number,
                        int move, bool last, struct mi_reply *rows)
{
    mi_reply_csv(rows, file);
    mi_reply_format(rows, ",%d,%d,%d,", number, move, position->player + 1);
    mi_reply_csv(rows, last ? "" : position->played);
    mi_reply_add(rows, ",");
    mi_reply_csv(rows, position->best);
    add_csv_real(rows, true, "%.4f", position->value);
    add_csv_real(rows, !last, "%.4f", position->loss);
    add_csv_real(rows, position->leads, "%.1f", position->lead);
    add_csv_real(rows, position->leads && !last, "%.1f", position->points_lost);
    add_csv_real(rows, position->scored && position->mate == 0, "%.2f",
                 position->score / (double)MIAI_POINT_SCORE);
    add_csv_real(rows, position->mate != 0, "%.0f", position->mate);
    mi_reply_add(rows, ",");
    mi_reply_csv(rows, position->pv);
    mi_reply_add(rows, "\n");
}

void mi_collection_write_rows(const struct mi_game_analysis *game, const char *file, int number,
                              struct mi_reply *rows)
{
    for (int k = 0; k <= game->moves; k++)
        add_csv_row(&game->list[k], file, number, k + 1, k == game->moves, rows);
}

/* ---- the table ---- */

static void add_header_field(const miai_engine *engine, const struct mi_game_analysis *game,
                             const char *field, struct mi_reply *line)
{
    char text[200];
    if (miai_game_record_tell(engine, game->game_record, field, text, sizeof text) < 0)
        text[0] = '\0';
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    mi_reply_format(line, "\t%s", text);
}

void mi_collection_write_fields(const miai_engine *engine, const struct mi_game_analysis *game,
                                struct mi_reply *line)
{
    struct mi_move_stats sum[2];
    add_header_field(engine, game, "first", line);
    add_header_field(engine, game, "second", line);
    add_header_field(engine, game, "result", line);
    mi_reply_format(line, "\t%d", game->moves);
    for (int player = 0; player < 2; player++) {
        sum[player] = mi_move_stats_of(game, player, -1);
        if (sum[player].moves > 0)
            mi_reply_format(line, "\t%.1f", sum[player].accuracy);
        else
            mi_reply_add(line, "\t");
    }
    for (int player = 0; player < 2; player++)
        mi_reply_format(line, "\t%d", sum[player].bad + sum[player].very_bad);
}

static const char escaped_characters[] = "\t\n\r\\", escape_letters[] = "tnr\\";

void mi_collection_add_name(struct mi_reply *line, const char *name)
{
    for (; *name; name++) {
        const char *found = strchr(escaped_characters, *name);
        if (found)
            mi_reply_add(line, "\\");
        mi_reply_bytes(line, found ? &escape_letters[found - escaped_characters] : name, 1);
    }
}

void mi_collection_read_name(char *name)
{
    char *to = name;
    for (; *name; name++) {
        const char *found = *name == '\\' && name[1] ? strchr(escape_letters, name[1]) : NULL;
        *to++ = found ? escaped_characters[found - escape_letters] : *name;
        name += found != NULL;
    }
    *to = '\0';
}

int mi_collection_split(char *line, char **field, int max_fields)
{
    int n = 0;
    while (n < max_fields) {
        field[n++] = line;
        char *tab = n < max_fields ? strchr(line, '\t') : NULL;
        if (!tab)
            break;
        *tab = '\0';
        line = tab + 1;
    }
    return n;
}
