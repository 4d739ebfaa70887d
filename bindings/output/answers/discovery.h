// What was found out about a game, for people and as JSON.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/output/answers/theorem.h"
#include "bindings/output/formats/json.h"
#include "engine/study/discovery/discover.h"

namespace bouton {

struct DiscoveryAnswer {
  const Game& game;
  const Discovery& discovery;
  TheoremAnswer theorem;
  std::string further;  ///< a command that looks at each conjecture in tables that go further; empty where none is open

  /// Whether there is anything that is proved or that nothing speaks against.
  bool has_found() const;
};

/// How the game was asked for, on a command line.
struct DiscoveryWords {
  std::string game;
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::string> piles;
  std::optional<Play> play;
};

/// With the sets of its theorem in words. `discovery` must outlive the answer. `asked`: else the game's name and parameters say
/// which it is.
DiscoveryAnswer discovery_answer(const Game& game, const Discovery& discovery, const Budget& budget,
                                 const std::optional<DiscoveryWords>& asked = {});

/// What is proved, then what is not, each with what it was checked on; prose is broken at `width` columns, 0: not at all.
void write_text(Sink& out, const DiscoveryAnswer& answer, std::size_t width);
/// What is the same as in another game, with what it rests on.
std::string sentence(const Disguise& disguise);
/// {"game","code","kind","shift","from","exchanged","checked_to","proved","theorem","statement"}
Json to_json(const Disguise& disguise);

/// {"game","params","theorem":{..},"period":null|{"preperiod","period","saltus","proved","theorem","checked_to"},"theorems":
/// [{"kind","where","statement","proved":true,..},..],"conjectures":
/// [{"kind","where","statement","proved":false,"found_to","holds_to","checked","failure":null|[..]},..],"check_further":null|"..",
/// "disguises":[..],"not_looked_at":null|"..","seconds"}
Json to_json(const DiscoveryAnswer& answer);

}  // namespace bouton
