#include "planes.h"

#include "miai_game.h"

#include <check.h>
#include <string.h>

void check_plane(const float *planes, int i, int width, int height, const char *rows)
{
    char got[MIAI_MAX_POINTS + 32], *c = got;
    const float *value = planes + i * width * height;
    for (int p = 0; p < width * height; p++) {
        if (p > 0 && p % width == 0)
            *c++ = '/';
        *c++ = value[p] == 1 ? '#' : value[p] == 0 ? '.' : '?';
    }
    *c = '\0';
    ck_assert_msg(strcmp(got, rows) == 0, "plane %d: %s, not %s", i, got, rows);
}
