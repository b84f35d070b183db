#include "game_record.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 16384, ALIGNMENT = 16 };

/* Arena block: a record has many small objects, freed together. */
struct mi_record_block {
    struct mi_record_block *before;
    size_t used, size;
    _Alignas(ALIGNMENT) char bytes[];
};

void *mi_record_source_fault(struct mi_record_source *source, long line, const char *format, ...)
{
    va_list arguments;
    if (source->fault_line)
        return NULL;
    source->fault_line = line;
    va_start(arguments, format);
    vsnprintf(source->fault, sizeof source->fault, format, arguments);
    va_end(arguments);
    return NULL;
}

struct miai_game_record *mi_game_record_new(enum mi_format format)
{
    struct miai_game_record *record = calloc(1, sizeof *record);
    if (!record)
        return NULL;
    record->format = format;
    record->root = record->last = mi_game_record_add_node(record, NULL);
    if (!record->root) {
        mi_game_record_free(record);
        return NULL;
    }
    record->root->opens = true;
    return record;
}

void mi_game_record_free(struct miai_game_record *record)
{
    while (record && record->blocks) {
        struct mi_record_block *block = record->blocks;
        record->blocks = block->before;
        free(block);
    }
    free(record);
}

void *mi_game_record_allocate(struct miai_game_record *record, size_t size)
{
    struct mi_record_block *block = record->blocks;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (!block || block->size - block->used < size) {
        size_t capacity = size > BLOCK_BYTES ? size : BLOCK_BYTES;
        block = calloc(1, sizeof *block + capacity);
        if (!block)
            return NULL;
        block->size = capacity;
        block->before = record->blocks;
        record->blocks = block;
    }
    void *memory = block->bytes + block->used;
    block->used += size;
    return memory;
}

const char *mi_game_record_copy(struct miai_game_record *record, const char *text, size_t length)
{
    char *copy = mi_game_record_allocate(record, length + 1);
    if (copy && length > 0)
        memcpy(copy, text, length);
    return copy;
}

struct mi_record_node *mi_game_record_add_node(struct miai_game_record *record,
                                               struct mi_record_node *parent)
{
    struct mi_record_node *node = mi_game_record_allocate(record, sizeof *node);
    if (!node)
        return NULL;
    node->parent = parent;
    node->fresh = true;
    if (parent && parent->last_child)
        parent->last_child->next = node;
    else if (parent)
        parent->child = node;
    if (parent)
        parent->last_child = node;
    return node;
}

struct mi_record_property *mi_game_record_add_property(struct miai_game_record *record,
                                                       struct mi_record_node *node,
                                                       struct mi_text name)
{
    struct mi_record_property *property = mi_game_record_allocate(record, sizeof *property);
    if (!property)
        return NULL;
    property->name = name;
    if (node->property)
        node->last_property->next = property;
    else
        node->property = property;
    return node->last_property = property;
}

struct mi_record_value *mi_game_record_add_value(struct miai_game_record *record,
                                                 struct mi_record_property *property,
                                                 struct mi_text raw)
{
    struct mi_record_value *value = mi_game_record_allocate(record, sizeof *value);
    if (!value)
        return NULL;
    value->raw = raw;
    if (property->value)
        property->last->next = value;
    else
        property->value = value;
    return property->last = value;
}

bool mi_game_record_add_text(struct miai_game_record *record, struct mi_record_node *node,
                             struct mi_text name, struct mi_text raw)
{
    struct mi_record_value *value = mi_game_record_allocate(record, sizeof *value);
    struct mi_record_property *property =
        value ? mi_game_record_add_property(record, node, name) : NULL;
    if (!property)
        return false;
    value->raw = raw;
    property->value = property->last = value;
    return true;
}

bool mi_game_record_add(struct miai_game_record *record, struct mi_record_node *node,
                        const char *name, const char *raw)
{
    struct mi_text own_name = {mi_game_record_copy(record, name, strlen(name)), strlen(name)};
    struct mi_text own_raw = {mi_game_record_copy(record, raw, strlen(raw)), strlen(raw)};
    return own_name.at && own_raw.at && mi_game_record_add_text(record, node, own_name, own_raw);
}

struct mi_text mi_text_of(const char *text)
{
    return (struct mi_text){text, strlen(text)};
}

bool mi_text_is_null_move(struct mi_text text)
{
    static const char *const names[] = {"--", "Z0", "<>", "0000", "@@@@"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (mi_text_is(text, names[i]))
            return true;
    return false;
}

void mi_text_write(struct mi_out *out, struct mi_text text)
{
    for (size_t i = 0; i < text.length; i++)
        mi_out_char(out, text.at[i]);
}

bool mi_text_is(struct mi_text text, const char *other)
{
    return text.length == strlen(other) && memcmp(text.at, other, text.length) == 0;
}

static bool same_capitals(struct mi_text name, const char *other)
{
    for (size_t i = 0; i < name.length; i++)
        if (isupper((unsigned char)name.at[i]) && name.at[i] != *other++)
            return false;
    return *other == '\0';
}

bool mi_record_property_is(const struct mi_record_property *property, const char *name)
{
    if (isupper((unsigned char)name[0]) && (!name[1] || isupper((unsigned char)name[1])))
        return same_capitals(property->name, name);
    return mi_text_is(property->name, name);
}

struct mi_record_property *mi_record_node_find(const struct mi_record_node *node, const char *name)
{
    struct mi_record_property *property = node->property;
    while (property && !mi_record_property_is(property, name))
        property = property->next;
    return property;
}
