/* Positions in the notation of each game, and opening books. */
#include "fuzz.h"

#include "game/chess/book/book.h"

#include <stdlib.h>
#include <string.h>

/* Reads a position.  If it is valid, it can be written, reading it again gives the same position,
 * and a legal move can be played. */
static void check_position(miai_engine *engine, const char *text)
{
    char written[2048], again[2048], moves[1 << 15], board[1 << 14];
    if (miai_read_position(engine, text) != MIAI_OK)
        return;
    fuzz_hold(miai_write_position(engine, written, sizeof written) > 0);
    fuzz_hold(miai_read_position(engine, written) == MIAI_OK);
    fuzz_hold(miai_write_position(engine, again, sizeof again) > 0 && strcmp(written, again) == 0);
    miai_board_text(engine, board, sizeof board);
    miai_explain(engine, board, sizeof board);
    if (miai_legal_moves(engine, MIAI_TURN, moves, sizeof moves) <= 0 || miai_over(engine, NULL))
        return;
    moves[strcspn(moves, " ")] = '\0';
    fuzz_hold(miai_play(engine, MIAI_TURN, moves) == MIAI_OK);
    fuzz_hold(miai_undo(engine, 1) == MIAI_OK);
}

static void read_positions(const uint8_t *bytes, size_t size)
{
    miai_engine *engine = fuzz_engine("chess");
    char *text = malloc(size + 1);
    fuzz_hold(text != NULL);
    memcpy(text, bytes, size);
    text[size] = '\0';
    for (int i = 0; i < miai_game_count(engine); i++)
        if (miai_set_game(engine, miai_game_name(engine, i)) == MIAI_OK)
            check_position(engine, text);
    free(text);
    miai_free(engine);
}

/* Reads the moves of a book for the first position. */
static void read_book(const uint8_t *bytes, size_t size)
{
    miai_move list[MIAI_MAX_LEGAL];
    uint32_t weight[MIAI_MAX_LEGAL];
    struct mi_chess position;
    miai_engine *engine = fuzz_engine("chess");
    const miai_game *chess = NULL;
    for (int i = 0; i < miai_game_count(engine); i++)
        if (strcmp(miai_game_name(engine, i), "chess") == 0)
            chess = miai_game_at(engine, i);
    chess->init(&position, &chess->setup);
    if (mi_chess_is_book(bytes, size)) {
        int n = mi_chess_book_moves(&position, bytes, size, list, weight);
        fuzz_hold(n >= 0 && n <= MIAI_MAX_LEGAL);
        for (int i = 0; i < n; i++)
            fuzz_hold(weight[i] > 0);
    }
    miai_free(engine);
}

const struct fuzz_target fuzz_positions[] = {
    {"position", read_positions},
    {"book", read_book},
    {0},
};
