/* Compares two moves that put discs on a board: by discs turned, rows, or connections between
 * sides, depending on the game. */
#include "facts.h"

#include <stdio.h>

enum { MIN_ROW = 3 };

/* ---- games that turn discs: corners and mobility ---- */

void mi_facts_add_mobility(struct mi_facts *f)
{
    char text[MI_FACT_TEXT];
    const struct mi_tried_move *played = &f->played, *better = &f->better;
    if (played->answers.corners > better->answers.corners) {
        snprintf(text, sizeof text, "%s can take %s corner%s; after %s %s.", f->opponent,
                 played->answers.corners > 1 ? "several" : "a",
                 played->answers.corners > 1 ? "s" : "", better->name,
                 better->answers.corners ? "fewer" : "none");
        mi_explanation_add(f->why, 0, text);
    }
    if (!mi_facts_at_limit(f) && played->answers.moves > better->answers.moves) {
        snprintf(text, sizeof text, "%s has %d moves; after %s only %d.", f->opponent,
                 played->answers.moves, better->name, better->answers.moves);
        mi_explanation_add(f->why, 0, text);
    }
}

/* ---- rows ---- */

/* Counts the player's discs in a row next to a point, in one direction; adds 1 to open if the
 * row ends at an empty point. */
static int count_row_from(const struct mi_picture *picture, int point, int player, int dx, int dy,
                          int *open)
{
    int x = point % picture->width, y = point / picture->width, n = 0;
    for (;; n++) {
        x += dx;
        y += dy;
        if (x < 0 || x >= picture->width || y < 0 || y >= picture->height)
            return n;
        int there = y * picture->width + x;
        if (mi_player_at(picture, there) != player) {
            *open += picture->pieces[there] == '.';
            return n;
        }
    }
}

int mi_row_through(const struct mi_picture *picture, int point, int player, int *open)
{
    static const int step[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int longest = 0;
    for (int d = 0; d < 4; d++) {
        int x = step[d][0], y = step[d][1], ends = 0;
        int n = 1 + count_row_from(picture, point, player, x, y, &ends);
        n += count_row_from(picture, point, player, -x, -y, &ends);
        if (n > longest || (n == longest && ends > *open)) {
            longest = n;
            *open = ends;
        }
    }
    return longest;
}

static int row_length_through(const struct mi_picture *picture, int point, int player)
{
    int open;
    return mi_row_through(picture, point, player, &open);
}

void mi_facts_add_rows(struct mi_facts *f)
{
    static const char *const numbers[] = {"three", "four", "five", "six"};
    const struct mi_picture *before = &f->why->board;
    char text[MI_FACT_TEXT];
    for (int own = 1; own >= 0 && !mi_facts_at_limit(f); own--) {
        int player = own ? f->why->player : !f->why->player;
        int row = row_length_through(before, f->better.point, player);
        if (row < MIN_ROW || row > 6 || row <= row_length_through(before, f->played.point, player))
            continue;
        snprintf(text, sizeof text,
                 own ? "%s makes %s in a row." : "%s prevents %s in a row by %s.", f->better.name,
                 numbers[row - MIN_ROW], f->opponent_inside);
        mi_explanation_add(f->why, 0, text);
    }
    int answer = f->answer[0] ? mi_point_of_vertex(before, f->answer) : MI_NO_POINT;
    int row = answer == MI_NO_POINT
                  ? 0
                  : row_length_through(&f->played.board_after, answer, !f->why->player);
    if (row < MIN_ROW || row > 6 || mi_facts_at_limit(f) || f->same_answer)
        return;
    snprintf(text, sizeof text, "%s's best answer, %s, makes %s in a row.", f->opponent, f->answer,
             numbers[row - MIN_ROW]);
    mi_explanation_add(f->why, 0, text);
}

/* ---- connections between sides ---- */

/* One relaxation step of the distances between neighbours; false: no change. */
static bool relax_distances(const struct mi_picture *picture, int player, int *distance)
{
    static const int step[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    int width = picture->width, height = picture->height;
    bool shorter = false;
    for (int p = 0; p < width * height; p++)
        for (int d = 0; d < 6 && distance[p] < MI_UNREACHABLE; d++) {
            int x = p % width + step[d][0], y = p / width + step[d][1], next = y * width + x;
            if (x < 0 || x >= width || y < 0 || y >= height ||
                mi_player_at(picture, next) == !player)
                continue;
            int through = distance[p] + (mi_player_at(picture, next) != player);
            shorter |= through < distance[next];
            distance[next] = through < distance[next] ? through : distance[next];
        }
    return shorter;
}

/* Shortest path (Bellman 1958). */
int mi_count_missing_stones(const struct mi_picture *picture, int player)
{
    int distance[MIAI_MAX_POINTS], width = picture->width, height = picture->height,
                                   shortest = MI_UNREACHABLE;
    for (int p = 0; p < width * height; p++) {
        bool at_first_side = player ? p % width == 0 : p / width == 0;
        int at = mi_player_at(picture, p);
        distance[p] = !at_first_side || at == !player ? MI_UNREACHABLE : at == player ? 0 : 1;
    }
    while (relax_distances(picture, player, distance))
        continue;
    for (int p = 0; p < width * height; p++)
        if ((player ? p % width == width - 1 : p / width == height - 1) && distance[p] < shortest)
            shortest = distance[p];
    return shortest;
}

void mi_facts_add_paths(struct mi_facts *f)
{
    char text[MI_FACT_TEXT];
    for (int own = 1; own >= 0 && !mi_facts_at_limit(f); own--) {
        int player = own ? f->why->player : !f->why->player;
        int played = mi_count_missing_stones(&f->played.board_after, player);
        int better = mi_count_missing_stones(&f->better.board_after, player);
        if (played >= MI_UNREACHABLE || better >= MI_UNREACHABLE ||
            (own ? better >= played : better <= played))
            continue;
        snprintf(
            text, sizeof text, "%s's shortest connection lacks %d stone%s; after %s it lacks %d.",
            own ? f->name : f->opponent, played, played == 1 ? "" : "s", f->better.name, better);
        mi_explanation_add(f->why, 0, text);
    }
}
