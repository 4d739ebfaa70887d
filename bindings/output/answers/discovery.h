// What was found out about a game, for people and as JSON.
#pragma once

#include "bindings/output/answers/theorem.h"
#include "bindings/output/formats/json.h"
#include "engine/plan/discovery/discover.h"

namespace bouton {

struct DiscoveryAnswer {
  const Game& game;
  const Discovery& discovery;
  TheoremAnswer theorem;
  double seconds = 0;  ///< of all of it

  /// Whether there is anything that is proved or that nothing speaks against.
  bool has_found() const;
};

/// What is proved, then what is not, each with what it was checked on.
void write_text(Sink& out, const DiscoveryAnswer& answer);
/// {"game","params","theorem":{..},"period":null|{"preperiod","period","saltus","proved","theorem","checked_to"},"conjectures":
/// [{"kind","where","statement","proved":false,"found_to","holds_to","checked","failure":null|[..]},..],"not_looked_at":null|"..",
/// "seconds"}
Json to_json(const DiscoveryAnswer& answer);

}  // namespace bouton
