#include "bindings/output/answers/game_card.h"
#include "bindings/web/desk/request.h"
#include "bindings/web/verbs/verbs.h"
#include "engine/base/errors.h"

namespace bouton::web {

Json put_sources(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  const Json& sources = member(request, "sources");
  for (const auto& [name, text] : sources.items()) desk.put_source(name, text_in(sources, name.c_str()));
  return nullptr;
}

Json list_games(Desk& desk, const Json& /*request*/, std::vector<std::uint32_t>& /*cells*/) {
  Json games = Json::array();
  for (const std::string& name : desk.names()) {
    Json entry;
    entry["name"] = name;
    try {
      const std::shared_ptr<const Game> game = desk.game({{"name", name}});
      entry["title"] = game->title;
      entry["text"] = game->description;
    } catch (const Error& error) {
      entry["error"] = error.what();
    }
    games.push_back(std::move(entry));
  }
  return games;
}

Json describe_game(Desk& desk, const Json& request, std::vector<std::uint32_t>& /*cells*/) {
  return to_json(*desk.game(member(request, "game")));
}

}  // namespace bouton::web
