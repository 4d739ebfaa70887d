#include "engine/sum/compound.h"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/errors.h"
#include "engine/base/spelling.h"

namespace bouton {
namespace {

struct Row {
  Compound compound;
  const char* name;
  const char* rule;
};

constexpr std::array<Row, 8> kRows = {{
    {Compound::disjunctive, "disjunctive", "A move is made in one component; play ends when all components have ended."},
    {Compound::diminished_disjunctive, "diminished-disjunctive",
     "A move is made in one component; play ends as soon as one component has ended."},
    {Compound::conjunctive, "conjunctive", "A move is made in every component; play ends as soon as one component has ended."},
    {Compound::continued_conjunctive, "continued-conjunctive",
     "A move is made in every component that has not ended; play ends when all components have ended."},
    {Compound::selective, "selective",
     "A move is made in one component or in several; play ends when all components have ended."},
    {Compound::shortened_selective, "shortened-selective",
     "A move is made in one component or in several; play ends as soon as one component has ended."},
    {Compound::ordinal, "ordinal",
     "A move is made in one component and does away with those behind it; play ends when all components have ended."},
    {Compound::sequential, "sequential",
     "A move is made in the first component that has not ended; play ends when all components have ended."},
}};

const Row& row(Compound compound) { return kRows[static_cast<std::size_t>(compound)]; }

}  // namespace

std::string_view name(Compound compound) { return row(compound).name; }

std::string_view rule_of(Compound compound) { return row(compound).rule; }

std::vector<std::string> compound_names() {
  std::vector<std::string> names;
  for (const Row& row : kRows) names.emplace_back(row.name);
  return names;
}

Compound parse_compound(std::string_view text) {
  for (const Row& row : kRows)
    if (text == row.name) return row.compound;
  const std::vector<std::string> names = compound_names();
  throw RequestError(fmt::format("'{}' is not a way to play several games at once; the ways are {}{}", text,
                                 fmt::join(names, ", "), did_you_mean(text, names)));
}

}  // namespace bouton
