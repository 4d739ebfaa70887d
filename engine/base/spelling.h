// Names in messages: which known name somebody may have meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bouton {

/// The candidate that the fewest edits (insert, delete, replace, swap neighbours) turn `name` into, if they are few for
/// its length; the first of several. O(total length of the candidates times the length of the name).
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean 'NAME'?" for the nearest candidate, else "".
std::string did_you_mean(std::string_view name, std::span<const std::string> candidates);

}  // namespace bouton
