/* Dialogues: everything a client writes, up to the end of input. */
#include "fuzz.h"

#include "protocol/io/protocol.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs a protocol with the bytes as its input; the replies are discarded. */
static void run_protocol(const struct mi_protocol *protocol, const uint8_t *bytes, size_t size)
{
    static const char *const games[] = {"go",      "chess",    "gomoku",   "hex",
                                        "othello", "connect4", "tictactoe"};
    char name[FUZZ_NAME];
    struct mi_settings_list settings = {0};
    const char *game = games[size > 0 ? bytes[size - 1] % 7 : 0];
    int file = fuzz_file(bytes, size, name), nowhere = open("/dev/null", O_WRONLY);
    struct mi_session session = {
        .engine = fuzz_engine(game), .settings = &settings, .output = nowhere};
    fuzz_hold(nowhere >= 0 && (session.input = mi_input_open(file)) != NULL);
    protocol->run(&session);
    fuzz_hold(session.write_errno == 0);
    mi_input_close(session.input);
    miai_free(session.engine);
    close(nowhere);
    close(file);
}

static void run_gtp(const uint8_t *bytes, size_t size)
{
    run_protocol(&mi_gtp_protocol, bytes, size);
}

static void run_uci(const uint8_t *bytes, size_t size)
{
    run_protocol(&mi_uci_protocol, bytes, size);
}

static void run_gomocup(const uint8_t *bytes, size_t size)
{
    run_protocol(&mi_gomocup_protocol, bytes, size);
}

static void run_analysis(const uint8_t *bytes, size_t size)
{
    run_protocol(&mi_katago_protocol, bytes, size);
}

/* Loads a configuration file and applies its lines. */
static void read_configuration(const uint8_t *bytes, size_t size)
{
    char name[FUZZ_NAME], complaint[MI_COMPLAINT];
    int file = fuzz_file(bytes, size, name);
    struct mi_settings_list settings = {0};
    miai_engine *engine = fuzz_engine("go");
    if (mi_settings_load(&settings, name, complaint))
        mi_settings_apply(&settings, engine, complaint);
    mi_settings_free(&settings);
    miai_free(engine);
    close(file);
}

const struct fuzz_target fuzz_dialogues[] = {
    {"gtp", run_gtp},
    {"uci", run_uci},
    {"gomocup", run_gomocup},
    {"analysis", run_analysis},
    {"config", read_configuration},
    {0},
};
