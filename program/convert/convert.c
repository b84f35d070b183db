#include "convert.h"

#include "base/folder.h"
#include "file_errors.h"
#include "picture.h"
#include "protocol/io/file.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MAX_FOLDER_DEPTH = 32 }; /* limit for nested folders */

static const struct {
    const char *extension, *format;
} formats[] = {
    {".sgf", "sgf"}, {".mgt", "sgf"},  {".pgn", "pgn"}, {".epd", "epd"},
    {".fen", "epd"}, {".txt", "text"}, {".svg", "svg"}, {".png", "png"}, /* only written */
};

enum { PICTURES = 2, FORMATS = sizeof formats / sizeof *formats, READABLE = FORMATS - PICTURES };

const char *mi_find_format(const char *name, bool written)
{
    for (int i = 0; i < (written ? FORMATS : READABLE); i++)
        if (strcmp(formats[i].format, name) == 0 || strcmp(formats[i].extension + 1, name) == 0)
            return formats[i].format;
    return NULL;
}

static const char *find_format(const char *name, int count)
{
    const char *dot = strrchr(name, '.');
    for (int i = 0; dot && i < count; i++)
        if (strcasecmp(formats[i].extension, dot) == 0)
            return formats[i].format;
    return NULL;
}

const char *mi_format_by_extension(const char *name)
{
    return find_format(name, READABLE);
}

const char *mi_format_of_file(const char *name, const char *bytes, size_t length)
{
    const char *format = mi_format_by_extension(name);
    return format ? format : miai_game_record_format(bytes, length);
}

const char *mi_first_record_fault(const char *name, const char *format, int error,
                                  const char *reason)
{
    bool guessed =
        error != MIAI_NO_MEMORY && !mi_format_by_extension(name) && strcmp(format, "text") == 0;
    return guessed ? "no record of games (SGF, PGN, EPD, or miai's text format)" : reason;
}

const char *mi_same_output_name(char *const *name, size_t i)
{
    const char *dot = strrchr(name[i], '.');
    size_t stem = dot ? (size_t)(dot - name[i]) + 1 : 0;
    for (size_t k = i; stem > 0 && k > 0 && strncmp(name[k - 1], name[i], stem) == 0; k--)
        if (!strchr(name[k - 1] + stem, '.') && mi_format_by_extension(name[k - 1]))
            return name[k - 1];
    return NULL;
}

static const char *format_extension(const char *format)
{
    int i = 0;
    while (strcmp(formats[i].format, format) != 0)
        i++;
    return formats[i].extension;
}

/* Reports an error of a whole file. */
static void convert_fail(struct mi_convert *c, const char *file, const char *what)
{
    c->faults++;
    mi_print_clean(stderr, "%s: %s: %s\n", c->program, file, what);
}

/* ---- one game ---- */

static bool write_converted_record(struct mi_convert *c, const miai_game_record *game_record,
                                   bool changed, FILE *out, const char *name)
{
    int length = miai_game_record_write(game_record, NULL, 0);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (!text) {
        convert_fail(c, name, miai_error_text(MIAI_NO_MEMORY));
        return false;
    }
    miai_game_record_write(game_record, text, (size_t)length + 1);
    fwrite(text, 1, (size_t)length, out);
    if (changed && length > 0 && text[length - 1] != '\n')
        fputc('\n', out);
    free(text);
    return true;
}

static bool is_picture(const char *format)
{
    return strcmp(format, "svg") == 0 || strcmp(format, "png") == 0;
}

const char *mi_picture_format_of(const char *name)
{
    const char *format = find_format(name, FORMATS);
    return format && is_picture(format) ? format : NULL;
}

/* Draws the final position of the main line. */
static bool draw_final_position(struct mi_convert *c, const miai_game_record *game_record,
                                struct mi_file_errors *errors, const char *to, FILE *out)
{
    long line = 0;
    char reason[MI_PICTURE_WORDS];
    int error = miai_game_record_load(c->engine, game_record, 0, &line);
    if (error != MIAI_OK)
        mi_file_errors_add(errors, line, mi_error_details(c->engine, error));
    else if (!mi_picture_draw(c->engine, to, out, reason))
        convert_fail(c, errors->file, reason);
    if (error == MIAI_OK)
        mi_print_note(c->program, errors->file, line, miai_note(c->engine));
    return error == MIAI_OK;
}

/* These formats hold only the main line. */
static bool loses_variations(const char *to)
{
    return strcmp(to, "text") == 0 || strcmp(to, "epd") == 0;
}

/* Converts one game; false: the new format cannot represent it. */
static bool convert_game_record(struct mi_convert *c, const miai_game_record *game_record,
                                const char *from, const char *to, struct mi_file_errors *errors,
                                FILE *out, const char *out_name)
{
    long line = 0;
    if (is_picture(to))
        return draw_final_position(c, game_record, errors, to, out);
    if (strcmp(from, to) == 0) {
        write_converted_record(c, game_record, false, out, out_name);
        return true;
    }
    miai_game_record *other = miai_game_record_convert(c->engine, game_record, to, &line);
    if (other) {
        mi_print_note(c->program, errors->file, line, miai_note(c->engine));
        write_converted_record(c, other, true, out, out_name);
        c->lost_variations += loses_variations(to) ? miai_game_record_variations(game_record) : 0;
    } else {
        const char *why = mi_error_details(c->engine, MIAI_NO_LOAD);
        bool first = !c->from && errors->count == 0 && !errors->file_is_usable;
        mi_file_errors_add(errors, line,
                           first ? mi_first_record_fault(errors->file, from, MIAI_NO_LOAD, why)
                                 : why);
    }
    miai_game_record_free(other);
    return other != NULL;
}

/* ---- one file ---- */

/* Converts all games, or one for a picture. */
static void convert_all_games(struct mi_convert *c, miai_file *file, const char *from,
                              const char *to, struct mi_file_errors *errors, FILE *out,
                              const char *out_name)
{
    for (bool more = true; more;) {
        miai_game_record *game_record = miai_game_record_read(from, file);
        if (file->fault_line != 0)
            mi_file_errors_add(errors, file->fault_line, file->fault);
        more = game_record || file->fault_line != 0;
        c->games += game_record != NULL;
        if (game_record && convert_game_record(c, game_record, from, to, errors, out, out_name))
            mi_file_errors_release(errors);
        more = more && !(game_record && is_picture(to));
        miai_game_record_free(game_record);
    }
}

static void convert_bytes(struct mi_convert *c, const char *bytes, size_t length, const char *in,
                          const char *to, FILE *out, const char *out_name)
{
    const char *from = c->from ? c->from : mi_format_of_file(in, bytes, length);
    miai_file file = {.bytes = bytes, .length = length, .line = 1};
    struct mi_file_errors errors = {.program = c->program, .file = in};
    convert_all_games(c, &file, from, to, &errors, out, out_name);
    mi_file_errors_finish(&errors);
    c->faults += errors.count;
}

static void convert_to_file(struct mi_convert *c, const char *bytes, size_t length, const char *in,
                            const char *to, const char *name)
{
    struct mi_draft draft;
    char error[MI_FILE_MESSAGE];
    if (!mi_begin_file(&draft, name, error)) {
        convert_fail(c, name, error);
        return;
    }
    long faults = c->faults;
    convert_bytes(c, bytes, length, in, to, draft.out, name);
    bool empty = is_picture(to) || ftell(draft.out) == 0; /* or an incomplete picture */
    if (empty && c->faults > faults)
        mi_draft_discard(&draft);
    else if (!mi_end_file(&draft, error))
        convert_fail(c, name, error);
}

static void convert_file(struct mi_convert *c, const char *in, const char *out)
{
    bool to_stdout = strcmp(out, "-") == 0;
    const char *to = c->to ? c->to : to_stdout ? NULL : find_format(out, FORMATS);
    size_t length;
    if (!to) {
        convert_fail(c, out, "unknown format; use --to=sgf, pgn, epd, text, svg or png");
        return;
    }
    if (to_stdout && strcmp(to, "png") == 0 && isatty(STDOUT_FILENO)) {
        convert_fail(c, in, "cannot print a PNG on a terminal; name a file, such as game.png");
        return;
    }
    if (!to_stdout && mi_is_same_path(in, out)) {
        convert_fail(c, in, "the output is the input, which would be replaced; name another file");
        return;
    }
    char error[MI_FILE_MESSAGE], *bytes = mi_load_input(in, &length, error);
    if (!bytes) {
        convert_fail(c, in, error);
        return;
    }
    mi_print_note(c->program, in, 0, error);
    c->lost_variations = 0;
    if (to_stdout)
        convert_bytes(c, bytes, length, in, to, stdout, "standard output");
    else
        convert_to_file(c, bytes, length, in, to, out);
    if (c->lost_variations > 0)
        mi_print_clean(stderr, "%s: %s: warning: %ld variation%s left out: %s has none\n",
                       c->program, in, c->lost_variations, c->lost_variations == 1 ? "" : "s", to);
    free(bytes);
}

/* ---- folders ---- */

/* Returns folder/name, with the extension of the format unless that is NULL; the caller frees
 * it. */
static char *join_output_path(const char *folder, const char *name, const char *format)
{
    const char *dot = format ? strrchr(name, '.') : NULL,
               *extension = format ? format_extension(format) : "";
    int stem = dot ? (int)(dot - name) : (int)strlen(name);
    size_t size = strlen(folder) + strlen(name) + strlen(extension) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%.*s%s", folder, stem, name, extension);
    return path;
}

static void convert_folder(struct mi_convert *c, const char *in, const char *out, int depth);

static void report_same_output(struct mi_convert *c, const char *from, const char *same_output)
{
    char text[128];
    snprintf(text, sizeof text, "not converted: the output of %.60s has the same name",
             same_output);
    convert_fail(c, from, text);
}

static void convert_entry(struct mi_convert *c, const char *in, const char *out,
                          const struct mi_folder *entries, size_t i, int depth)
{
    const char *name = entries->name[i], *same_output = mi_same_output_name(entries->name, i);
    char *from = join_output_path(in, name, NULL);
    bool folder = from && mi_is_folder(from);
    if (folder && (mi_is_same_folder(from, c->out) || mi_is_folder_loop(from))) {
        free(from); /* do not convert the output itself */
        return;
    }
    char *to = from ? join_output_path(out, name, folder ? NULL : c->to) : NULL;
    if (!to)
        convert_fail(c, name, miai_error_text(MIAI_NO_MEMORY));
    else if (folder)
        convert_folder(c, from, to, depth + 1);
    else if (mi_format_by_extension(name) && same_output)
        report_same_output(c, from, same_output);
    else if (mi_format_by_extension(name))
        convert_file(c, from, to);
    free(from);
    free(to);
}

static void convert_folder(struct mi_convert *c, const char *in, const char *out, int depth)
{
    struct mi_folder folder;
    char error[MI_FILE_MESSAGE];
    if (!c->to || depth > MAX_FOLDER_DEPTH) {
        convert_fail(c, in,
                     c->to ? "folders are nested too deeply"
                           : "a folder needs a format: --to=sgf, pgn, epd, text, svg or png");
        return;
    }
    if (!mi_make_folder(out, error)) {
        convert_fail(c, out, error);
        return;
    }
    if (!mi_folder_read(&folder, in)) {
        convert_fail(c, in, "cannot read the folder");
        return;
    }
    for (size_t i = 0; i < folder.count; i++)
        convert_entry(c, in, out, &folder, i, depth);
    mi_folder_free(&folder);
}

void mi_convert_path(struct mi_convert *c, const char *in, const char *out)
{
    if (strcmp(in, "-") == 0 || !mi_is_folder(in)) {
        convert_file(c, in, out);
        return;
    }
    c->out = out;
    if (strcmp(out, "-") == 0)
        convert_fail(c, in, "name an output folder");
    else
        convert_folder(c, in, out, 0);
}
