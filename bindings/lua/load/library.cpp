#include "bindings/lua/load/library.h"

#include <utility>

namespace bouton::lua {

Library library_of(LoaderOptions options) {
  Library library{list_games(options), {}};
  library.load = [options = std::move(options)](const std::string& name) { return load_game(name, {}, options); };
  return library;
}

}  // namespace bouton::lua
