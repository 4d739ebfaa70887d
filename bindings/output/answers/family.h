// The laws of a family of games, for people and as JSON.
#pragma once

#include <string>
#include <vector>

#include "bindings/output/formats/json.h"
#include "engine/study/family.h"

namespace bouton {

struct FamilyAnswer {
  std::string game;  ///< as it was named
  ParameterFamily family;
  std::vector<FamilyFacts> facts;
  std::vector<FamilyLaw> laws;
  std::string further;  ///< a command that looks at members beyond
};

/// What family_laws finds. `settings` are those of the family, as they are typed.
FamilyAnswer family_answer(const std::string& game, const std::vector<std::pair<std::string, std::string>>& settings,
                           ParameterFamily family, std::vector<FamilyFacts> facts);

/// {"numbers":{..},"slopes":{"slope_a":[least,greatest]},"error":null|".."}
Json to_json(const FamilyFacts& facts);
/// Reads what to_json wrote.
FamilyFacts family_facts_of(const Json& json);

/// The laws, each with what it was found from and checked on; prose is broken at `width` columns, 0: not at all.
void write_text(Sink& out, const FamilyAnswer& answer, std::size_t width);
/// {"game","parameter","range":[first,last],"members","laws":[{"kind":"law of a family","quantity","formula","where":null|"..",
/// "exactly","statement","proved":false,"from","found_to","holds_to","found","checked","members","unknown"},..],"rows":[{"value","numbers",
/// "slopes","error"},..],"check_further"}
Json to_json(const FamilyAnswer& answer);

}  // namespace bouton
