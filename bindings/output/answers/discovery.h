// What was found out about a game, for people and as JSON.
#pragma once

#include "bindings/output/answers/theorem.h"
#include "bindings/output/formats/json.h"
#include "engine/study/discovery/discover.h"

namespace bouton {

struct DiscoveryAnswer {
  const Game& game;
  const Discovery& discovery;
  TheoremAnswer theorem;

  /// Whether there is anything that is proved or that nothing speaks against.
  bool has_found() const;
};

/// With the sets of its theorem in words. `discovery` must outlive the answer.
DiscoveryAnswer discovery_answer(const Game& game, const Discovery& discovery, const Budget& budget);

/// What is proved, then what is not, each with what it was checked on; prose is broken at `width` columns, 0: not at all.
void write_text(Sink& out, const DiscoveryAnswer& answer, std::size_t width);
/// {"game","params","theorem":{..},"period":null|{"preperiod","period","saltus","proved","theorem","checked_to"},"theorems":
/// [{"kind","where","statement","proved":true,..},..],"conjectures":
/// [{"kind","where","statement","proved":false,"found_to","holds_to","checked","failure":null|[..]},..],"not_looked_at":null|"..",
/// "seconds"}
Json to_json(const DiscoveryAnswer& answer);

}  // namespace bouton
