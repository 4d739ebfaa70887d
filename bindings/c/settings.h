// Parameters as a caller sets them.
#pragma once

#include <cstddef>

#include "bindings/c/errors.h"
#include "bindings/c/include/bouton.h"
#include "bindings/lua/language/sources.h"

namespace bouton::c {

/// The caller's settings. Throws Misuse where a text is missing.
inline lua::Settings given_settings(const bouton_setting* settings, std::size_t count) {
  given_many(settings, count, "settings");
  lua::Settings copied;
  for (std::size_t i = 0; i < count; ++i)
    copied.emplace_back(&given(settings[i].name, "the name of a setting"), &given(settings[i].value, "the value of a setting"));
  return copied;
}

}  // namespace bouton::c
