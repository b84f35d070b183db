#include "file.h"

#include "base/folder.h"
#include "base/system.h"
#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FILE_MAX = 8 << 20,
    LARGE_MAX = 1 << 30,
    CHUNK = 1 << 16,
    MESSAGE = 1 << 14 /* bytes, enough for several file paths */
};

void mi_print_clean(FILE *out, const char *format, ...)
{
    char text[MESSAGE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t length = strlen(format);
    bool ends_line = length > 0 && format[length - 1] == '\n';
    length = strlen(text);
    if (ends_line && length > 0 && text[length - 1] == '\n')
        text[length - 1] = '\0';
    mi_text_clean(text);
    fprintf(out, "%s%s", text, ends_line ? "\n" : "");
}

static void *file_error(const char *what, const char *why, char error[MI_FILE_MESSAGE])
{
    snprintf(error, MI_FILE_MESSAGE, "cannot %s the file: %.*s", what, MI_FILE_ERROR, why);
    return NULL;
}

static char *load_bytes(const struct mi_file_access *files, const char *name, size_t max_bytes,
                        size_t *length, char error[MI_FILE_MESSAGE])
{
    char why[MI_FILE_ERROR];
    char *bytes = mi_allowed_file_read(files, name, max_bytes, length, why, sizeof why);
    return bytes ? bytes : file_error("read", why, error);
}

/* Converts UTF-16 to UTF-8.  Owns bytes, which may be NULL after an error. */
static char *decode_text(char *bytes, size_t *length, char error[MI_FILE_MESSAGE])
{
    long broken;
    if (!bytes)
        return NULL;
    error[0] = '\0';
    if (!mi_has_utf16_mark(bytes, *length))
        return bytes;
    char *decoded = mi_utf16_decode(bytes, length, &broken);
    free(bytes);
    if (!decoded)
        return file_error("read", "no memory for it", error);
    if (broken > 0)
        snprintf(error, MI_FILE_MESSAGE, "read as UTF-16; %ld characters of it are broken", broken);
    else
        snprintf(error, MI_FILE_MESSAGE, "read as UTF-16");
    return decoded;
}

char *mi_load_text(const char *name, size_t *length, char error[MI_FILE_MESSAGE])
{
    return decode_text(mi_load_large(name, length, error), length, error);
}

char *mi_load_file(const char *name, size_t *length, char error[MI_FILE_MESSAGE])
{
    return decode_text(load_bytes(NULL, name, FILE_MAX, length, error), length, error);
}

void mi_print_note(const char *program, const char *name, long line, const char *note)
{
    if (*note && line > 0)
        fprintf(stderr, "%s: %s:%ld: note: %s\n", program, name, line, note);
    else if (*note)
        fprintf(stderr, "%s: %s: note: %s\n", program, name, note);
}

char *mi_load_large(const char *name, size_t *length, char error[MI_FILE_MESSAGE])
{
    return load_bytes(NULL, name, LARGE_MAX, length, error);
}

struct mi_file_access mi_client_files(const miai_engine *engine)
{
    struct mi_file_access files;
    miai_confined(engine, &files.folder, &files.most);
    return files;
}

char *mi_load_client_file(const miai_engine *engine, const char *name, bool large, size_t *length,
                          char error[MI_FILE_MESSAGE])
{
    struct mi_file_access files = mi_client_files(engine);
    return decode_text(load_bytes(&files, name, large ? LARGE_MAX : FILE_MAX, length, error),
                       length, error);
}

/* Reads all of standard input, which need not be a regular file.  On failure returns NULL and sets
 * *why. */
static char *read_standard_input(size_t *length, const char **why)
{
    char *bytes = malloc(CHUNK);
    size_t capacity = CHUNK, n = 0, more;
    *why = "no memory for it";
    while (bytes && (more = fread(bytes + n, 1, capacity - n, stdin)) > 0) {
        n += more;
        if (n < capacity)
            continue;
        char *grown = capacity < LARGE_MAX ? realloc(bytes, 2 * capacity) : NULL;
        if (!grown) {
            *why = capacity < LARGE_MAX ? *why : "it has 1 GiB or more";
            free(bytes);
            return NULL;
        }
        bytes = grown;
        capacity *= 2;
    }
    *length = n;
    if (!bytes || !ferror(stdin))
        return bytes;
    *why = strerror(errno);
    free(bytes);
    return NULL;
}

char *mi_load_input(const char *name, size_t *length, char error[MI_FILE_MESSAGE])
{
    const char *why;
    if (strcmp(name, "-") != 0)
        return mi_load_text(name, length, error);
    char *bytes = read_standard_input(length, &why);
    return bytes ? decode_text(bytes, length, error) : file_error("read", why, error);
}

bool mi_begin_file(struct mi_draft *draft, const char *name, char error[MI_FILE_MESSAGE])
{
    char why[MI_FILE_ERROR];
    return mi_draft_open(draft, name, why, sizeof why) || file_error("write", why, error);
}

bool mi_commit_file(struct mi_draft *draft, char error[MI_FILE_MESSAGE])
{
    char why[MI_FILE_ERROR];
    if (mi_draft_commit(draft, why, sizeof why))
        return true;
    mi_draft_discard(draft);
    return file_error("write", why, error);
}

bool mi_end_file(struct mi_draft *draft, char error[MI_FILE_MESSAGE])
{
    char why[MI_FILE_ERROR];
    return mi_draft_close(draft, why, sizeof why) || file_error("write", why, error);
}

bool mi_has_extension(const char *name, const char *extension)
{
    size_t length = strlen(name), end = strlen(extension);
    return length > end && strcmp(name + length - end, extension) == 0;
}

bool mi_make_folder(const char *name, char error[MI_FILE_MESSAGE])
{
    bool made_or_exists = mi_system_make_folder(name);
    if (made_or_exists && mi_is_folder(name))
        return true;
    snprintf(error, MI_FILE_MESSAGE, "cannot make the folder: %s",
             made_or_exists ? "there is a file with this name" : strerror(errno));
    return false;
}

static bool open_client_draft(const struct mi_file_access *files, struct mi_draft *draft,
                              const char *name, char error[MI_FILE_MESSAGE])
{
    char why[MI_FILE_ERROR];
    return mi_draft_open_in(draft, files, name, why, sizeof why) || file_error("write", why, error);
}

bool mi_begin_client_file(const miai_engine *engine, struct mi_draft *draft, const char *name,
                          char error[MI_FILE_MESSAGE])
{
    struct mi_file_access files = mi_client_files(engine);
    return open_client_draft(&files, draft, name, error);
}

static bool write_whole_file(const struct mi_file_access *files, const char *name, const char *text,
                             size_t length, char error[MI_FILE_MESSAGE])
{
    struct mi_draft draft;
    if (!open_client_draft(files, &draft, name, error))
        return false;
    fwrite(text, 1, length, draft.out);
    return mi_end_file(&draft, error);
}

bool mi_write_file(const char *name, const char *text, size_t length, char error[MI_FILE_MESSAGE])
{
    return write_whole_file(NULL, name, text, length, error);
}

static bool begins_sgf(const char *text)
{
    /* The byte-order mark of UTF-8. */
    static const char blanks[] = " \t\r\n", mark[] = "\357\273\277";
    text += strncmp(text, mark, 3) == 0 ? 3 : 0;
    text += strspn(text, blanks);
    return *text == '(' && text[1 + strspn(text + 1, blanks)] == ';';
}

/* Is the file missing, empty or an SGF record? */
static bool may_become_sgf(const struct mi_file_access *files, const char *name,
                           char error[MI_FILE_MESSAGE])
{
    enum { HEAD_BYTES = 256 };
    char head[HEAD_BYTES + 1], why[MI_FILE_ERROR];
    size_t length;
    if (!files->folder && access(name, F_OK) != 0)
        return true; /* writing it reports other errors */
    FILE *file = mi_allowed_file_open(files, name, SIZE_MAX, &length, why, sizeof why);
    if (!file)
        return strcmp(why, strerror(ENOENT)) == 0 || file_error("write", why, error);
    head[fread(head, 1, HEAD_BYTES, file)] = '\0';
    fclose(file);
    return length == 0 || begins_sgf(head) ||
           file_error("write", "the existing file is not an SGF record; name another", error);
}

bool mi_write_client_sgf(const miai_engine *engine, const char *name, const char *text,
                         size_t length, char error[MI_FILE_MESSAGE])
{
    struct mi_file_access files = mi_client_files(engine);
    return may_become_sgf(&files, name, error) &&
           write_whole_file(&files, name, text, length, error);
}
