#include "json_text.h"

#include <string.h>

static const char* after_string(const char* at) {
  for (++at; *at != '"'; ++at)
    if (*at == '\\') ++at;
  return at + 1;
}

static const char* after_value(const char* at) {
  if (*at == '"') return after_string(at);
  if (*at != '{' && *at != '[') return at + strcspn(at, ",]}");
  size_t open = 0;
  do {
    if (*at == '"') {
      at = after_string(at);
      continue;
    }
    if (*at == '{' || *at == '[') ++open;
    if (*at == '}' || *at == ']') --open;
    ++at;
  } while (open > 0);
  return at;
}

const char* json_member(const char* object, const char* name) {
  const size_t length = strlen(name);
  for (const char* at = object + 1; *at == '"';) {
    const char* const value = after_string(at) + 1;
    if ((size_t)(value - at) == length + 3 && strncmp(at + 1, name, length) == 0) return value;
    at = after_value(value);
    if (*at == ',') ++at;
  }
  return NULL;
}

const char* json_entry(const char* array, size_t index) {
  const char* at = array + 1;
  while (*at != ']') {
    if (index-- == 0) return at;
    at = after_value(at);
    if (*at == ',') ++at;
  }
  return NULL;
}

void json_text(const char* value, char* text, size_t capacity) {
  const char* const end = after_value(value);
  const int quoted = *value == '"';
  size_t length = 0;
  for (const char* at = value + quoted; at < end - quoted && length + 1 < capacity; ++at) {
    if (*at != '\\') {
      text[length++] = *at;
    } else {
      ++at;
      text[length++] = *at == 'n' ? '\n' : *at;
    }
  }
  text[length] = '\0';
}

void json_print(const char* value, FILE* out) {
  char text[1 << 14];
  json_text(value, text, sizeof text);
  fputs(text, out);
}
