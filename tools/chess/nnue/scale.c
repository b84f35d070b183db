#include "game/chess/eval/eval.h"
#include "samples.h"

#include <math.h>
#include <stdlib.h>

enum { POSITIONS = 200000, MEN_LEAST = 20, DECIDED = 600 };

struct moments {
    double count, x, y, xx, yy, xy;
};

static void add_moment(struct moments *m, double x, double y)
{
    m->count++;
    m->x += x;
    m->y += y;
    m->xx += x * x;
    m->yy += y * y;
    m->xy += x * y;
}

double nnue_scale(const struct nnue_samples *s)
{
    struct moments m = {0};
    size_t step = s->count / POSITIONS + 1;
    for (size_t i = 0; i < s->count; i += step) {
        const struct nnue_record *record = &s->record[i];
        struct mi_chess p;
        if (!nnue_unpack(record, &p) || __builtin_popcountll(record->occupied) < MEN_LEAST)
            continue;
        int classical = mi_chess_evaluate(&p); /* White is to move */
        if (abs(classical) < DECIDED)
            add_moment(&m, record->score, classical);
    }
    double n = fmax(m.count, 1), xx = m.xx - m.x * m.x / n, yy = m.yy - m.y * m.y / n;
    double xy = m.xy - m.x * m.y / n, ratio = sqrt(yy / xx);
    printf("%.0f middlegames: standard deviation of the teacher %.1f, of the evaluation %.1f, "
           "ratio %.3f, correlation %.3f\n",
           m.count, sqrt(xx / n), sqrt(yy / n), ratio, xy / sqrt(xx * yy));
    return ratio;
}
