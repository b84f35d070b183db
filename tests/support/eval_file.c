#include "eval_file.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

miai_engine *new_eval_engine(const char *game, const char *file)
{
    miai_engine *engine = miai_new();
    ck_assert_ptr_nonnull(engine);
    set_option(engine, "game", game);
    set_option(engine, "memory", "4");
    set_option(engine, "playouts", "400");
    set_option(engine, "eval-file", file);
    return engine;
}

void set_option(miai_engine *engine, const char *name, const char *value)
{
    ck_assert_msg(miai_set_option(engine, name, value) == MIAI_OK, "%s=%s", name, value);
}

const char *eval_file_of(const miai_engine *engine)
{
    static char name[64];
    ck_assert_int_ge(miai_get_option(engine, "eval-file", name, sizeof name), 0);
    return name;
}

const char *search_text(miai_engine *engine)
{
    static char text[2][600];
    static int turn;
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    turn = !turn;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    snprintf(text[turn], sizeof text[turn], "%d %g %llu %s", info.score, info.value,
             (unsigned long long)info.nodes, info.pv);
    return text[turn];
}

void check_no_load(miai_engine *engine, const char *file, const char *words)
{
    char before[64];
    snprintf(before, sizeof before, "%s", eval_file_of(engine));
    ck_assert_int_eq(miai_set_option(engine, "eval-file", file), MIAI_NO_LOAD);
    const char *reason = miai_error_reason(engine, MIAI_NO_LOAD);
    ck_assert_msg(strstr(reason, words) != NULL, "\"%s\" does not say \"%s\"", reason, words);
    ck_assert_str_eq(eval_file_of(engine), before);
}

void check_no_files(miai_engine *engine)
{
    check_no_load(engine, "/nowhere/at.all", "");
    check_no_load(engine, "/", "");
    check_no_load(engine, "/dev/zero", "");
}

void search_with_threads(miai_engine *engine, const char *const *searches, int count,
                         const char *(*search)(miai_engine *engine))
{
    set_option(engine, "threads", "3");
    set_option(engine, "playouts", "1500");
    for (int i = 0; i < count; i++) {
        set_option(engine, "search", searches[i]);
        search(engine);
    }
}
