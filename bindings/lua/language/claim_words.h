// The words outcome, grundy, remoteness and options: what the check of a claim may ask.
#pragma once

#include <lua.hpp>

#include "engine/rules/game.h"

namespace bouton::lua {

/// As long as it lives, the four words answer about the game whose values these are.
class Asking {
 public:
  Asking(lua_State* L, ClaimValues& values);
  ~Asking();
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  lua_State* L_;
  void* before_;
};

/// Sets the words in the table on top of the stack. They raise where nobody is asking. May raise (memory).
void set_claim_words(lua_State* L);

}  // namespace bouton::lua
