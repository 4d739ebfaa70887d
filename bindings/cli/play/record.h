// Games that were played, in files.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bindings/cli/arguments/request.h"
#include "engine/base/budget.h"
#include "engine/plan/solver.h"

namespace bouton::cli {

/// A game as it is written down: JSON,
///   {"bouton":"game record","version":1,"play":NAME,"sum":NAME (of compounds),
///    "components":[{"game":NAME,"params":[[NAME,VALUE],..],"position":[..]},..],
///    "moves":[{"component":i,"label":NAME|null,"to":[[..],..]},..],
///    "forbidden":[[{"component","label","to"},..]|null,..],
///    "human":"first"|"second","opponent":NAME,"bank":[you,opponent]}
/// with components counted from 0; "forbidden" only where moves are forbidden (blocking), before each move and after the last
/// one, null where that is not decided; and integers beyond 2^53 as strings.
struct Record {
  std::string play;  ///< "normal", "misere" or "function"
  Compound sum = Compound::disjunctive;
  std::vector<GameRequest> games;
  Sum start;  ///< its components' games are numbers of `games`; of a compound the positions of its components
  std::vector<Move> moves;
  std::vector<std::optional<std::vector<Move>>> forbidden;  ///< before each move and after the last one; empty in other games
  bool human_first = true;
  std::string opponent;
  std::array<std::int64_t, 2> bank = {0, 0};
};

/// Throws OutputError.
void write_record(const std::filesystem::path& file, const Record& record);
/// Throws RequestError, naming the file, if it cannot be read or is not a record; LimitError, Interrupted.
Record read_record(const std::filesystem::path& file, const Budget& budget);

}  // namespace bouton::cli
