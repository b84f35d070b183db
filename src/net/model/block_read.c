/* Reads the blocks of the trunk and the blocks nested in them. */
#include "reader.h"

#include <string.h>

static bool read_inner_layers(struct mi_reader *r, struct mi_model_block *block, int depth)
{
    struct mi_global_pool *pool = &block->pool;
    if (block->kind == MI_NESTED)
        return mi_read_blocks(r, &block->inner, block->inners, block->first.out, depth + 1);
    return block->kind == MI_ORDINARY ||
           (mi_layer_conv(r, &pool->conv, block->pre.channels) && mi_layer_pool_norm(r, pool) &&
            mi_layer_check(r, pool->dense.out == block->first.out));
}

static bool read_kind(struct mi_reader *r, struct mi_model_block *block)
{
    static const char *const names[] = {"ordinary_block", "gpool_block", "nested_bottleneck_block",
                                        "transformer_attention_block", "transformer_ffn_block"};
    char word[MI_WORD];
    mi_content_word(r->in, word);
    for (int i = MI_ORDINARY; i <= MI_FEED_FORWARD; i++)
        if (strcmp(word, names[i]) == 0) {
            block->kind = (enum mi_block_kind)i;
            return true;
        }
    if (word[0] == '\0')
        return mi_content_fail(r->in, "it ends after %.100s", r->what);
    return mi_content_fail(r->in, "unsupported kind of block, \"%.60s\"", word);
}

/* Reads a block with convolutions. */
static bool read_convolution_block(struct mi_reader *r, struct mi_model_block *block, int channels,
                                   int depth)
{
    if (block->kind == MI_NESTED)
        block->inners = mi_layer_int(r, 1, MI_BLOCKS_MAX);
    return mi_layer_norm(r, &block->pre, channels) && mi_layer_conv(r, &block->first, channels) &&
           read_inner_layers(r, block, depth) && mi_layer_norm(r, &block->mid, block->first.out) &&
           mi_layer_conv(r, &block->last, block->first.out) &&
           mi_layer_check(r, block->last.out == channels);
}

static bool read_block(struct mi_reader *r, struct mi_model_block *block, int channels, int depth)
{
    if (!read_kind(r, block))
        return false;
    mi_layer_name(r);
    return block->kind == MI_ATTENTION      ? mi_read_attention(r, block, channels)
           : block->kind == MI_FEED_FORWARD ? mi_read_feed_forward(r, block, channels)
                                            : read_convolution_block(r, block, channels, depth);
}

bool mi_read_blocks(struct mi_reader *r, struct mi_model_block **block, int count, int channels,
                    int depth)
{
    if (depth > MI_NESTING)
        return mi_layer_fail(r, "blocks are nested too deeply");
    *block = mi_model_alloc(r->model, (size_t)count, sizeof **block);
    if (!*block)
        return mi_layer_fail(r, "out of memory");
    for (int i = 0; i < count; i++)
        if (!read_block(r, *block + i, channels, depth))
            return false;
    return true;
}
