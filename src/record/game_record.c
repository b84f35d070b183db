#include "game_record.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 16384, ALIGN = 16 };

/* Sheets have many small things, all freed together. */
struct mi_block {
    struct mi_block *before;
    size_t used, size;
    _Alignas(ALIGN) char bytes[];
};

void *mi_source_fault(struct mi_source *source, long line, const char *format, ...)
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

struct miai_sheet *mi_sheet_new(enum mi_format format)
{
    struct miai_sheet *sheet = calloc(1, sizeof *sheet);
    if (!sheet)
        return NULL;
    sheet->format = format;
    sheet->root = sheet->last = mi_sheet_add_node(sheet, NULL);
    if (!sheet->root) {
        mi_sheet_free(sheet);
        return NULL;
    }
    sheet->root->opens = true;
    return sheet;
}

void mi_sheet_free(struct miai_sheet *sheet)
{
    while (sheet && sheet->blocks) {
        struct mi_block *block = sheet->blocks;
        sheet->blocks = block->before;
        free(block);
    }
    free(sheet);
}

void *mi_sheet_allocate(struct miai_sheet *sheet, size_t size)
{
    struct mi_block *block = sheet->blocks;
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (!block || block->size - block->used < size) {
        size_t room = size > BLOCK ? size : BLOCK;
        block = calloc(1, sizeof *block + room);
        if (!block)
            return NULL;
        block->size = room;
        block->before = sheet->blocks;
        sheet->blocks = block;
    }
    void *memory = block->bytes + block->used;
    block->used += size;
    return memory;
}

const char *mi_sheet_copy(struct miai_sheet *sheet, const char *text, size_t length)
{
    char *copy = mi_sheet_allocate(sheet, length + 1);
    if (copy && length > 0)
        memcpy(copy, text, length);
    return copy;
}

struct mi_node *mi_sheet_add_node(struct miai_sheet *sheet, struct mi_node *parent)
{
    struct mi_node *node = mi_sheet_allocate(sheet, sizeof *node);
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

struct mi_property *mi_sheet_add_property(struct miai_sheet *sheet, struct mi_node *node,
                                          struct mi_text name)
{
    struct mi_property *property = mi_sheet_allocate(sheet, sizeof *property);
    if (!property)
        return NULL;
    property->name = name;
    if (node->property)
        node->last_property->next = property;
    else
        node->property = property;
    return node->last_property = property;
}

struct mi_value *mi_sheet_add_value(struct miai_sheet *sheet, struct mi_property *property,
                                    struct mi_text raw)
{
    struct mi_value *value = mi_sheet_allocate(sheet, sizeof *value);
    if (!value)
        return NULL;
    value->raw = raw;
    if (property->value)
        property->last->next = value;
    else
        property->value = value;
    return property->last = value;
}

bool mi_sheet_add(struct miai_sheet *sheet, struct mi_node *node, const char *name, const char *raw)
{
    struct mi_text own_name = {mi_sheet_copy(sheet, name, strlen(name)), strlen(name)};
    struct mi_text own_raw = {mi_sheet_copy(sheet, raw, strlen(raw)), strlen(raw)};
    if (!own_name.at || !own_raw.at)
        return false;
    struct mi_property *property = mi_sheet_add_property(sheet, node, own_name);
    return property && mi_sheet_add_value(sheet, property, own_raw);
}

struct mi_text mi_text_of(const char *text)
{
    return (struct mi_text){text, strlen(text)};
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

bool mi_property_is(const struct mi_property *property, const char *name)
{
    if (isupper((unsigned char)name[0]) && (!name[1] || isupper((unsigned char)name[1])))
        return same_capitals(property->name, name);
    return mi_text_is(property->name, name);
}

struct mi_property *mi_node_find(const struct mi_node *node, const char *name)
{
    struct mi_property *property = node->property;
    while (property && !mi_property_is(property, name))
        property = property->next;
    return property;
}
