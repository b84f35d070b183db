/* shapes.h - 3x3 patterns up to rotation and reflection. */
#ifndef MI_TOOLS_GO_PATTERNS_SHAPES_H
#define MI_TOOLS_GO_PATTERNS_SHAPES_H

/* The 3x3 pattern (shape.h) that represents all patterns symmetric to this one. */
int canonical_shape(int shape);

#endif
