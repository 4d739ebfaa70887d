// Rules under a convention of play that is not their own.
#pragma once

#include <memory>

#include "engine/rules/rules.h"

namespace bouton {

/// `rules` under another play convention; the same object where it is their own. Throws RequestError where moves oblige.
std::shared_ptr<const Rules> under_play(std::shared_ptr<const Rules> rules, Play play);

}  // namespace bouton
