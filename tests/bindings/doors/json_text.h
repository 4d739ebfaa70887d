/* Finds its way in JSON texts that are known to be right. */
#ifndef JSON_TEXT_H
#define JSON_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* The member of an object, or null where it has none of that name. */
const char* json_member(const char* object, const char* name);
/* The entry of an array, or null behind the last. */
const char* json_entry(const char* array, size_t index);
/* Writes a string without its quotes, anything else as it stands. */
void json_print(const char* value, FILE* out);
/* What a string says into memory of `capacity` bytes; anything else as it stands. */
void json_text(const char* value, char* text, size_t capacity);

#endif
