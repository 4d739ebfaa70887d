// Grundy values of take-and-break games by the definition: options listed one by one, from rules.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/heap_sequence.h"
#include "engine/values/mex.h"

namespace bouton::test {

/// The values of heaps 0 to `last`, from the options that TakeAndBreak lists.
inline std::vector<Grundy> values_by_options(const TakeAndBreak& game, Coordinate last) {
  std::vector<Grundy> values;
  Options options;
  MexSet seen;
  for (Coordinate heap = 0; heap <= last; ++heap) {
    options.clear();
    seen.clear();
    game.options(heap, options);
    for (std::size_t i = 0; i < options.size(); ++i) {
      Grundy sum = 0;
      for (std::size_t part = 0; part < options[i].size(); ++part) sum ^= values[static_cast<std::size_t>(options[i][part][0])];
      seen.insert(sum);
    }
    values.push_back(seen.mex());
  }
  return values;
}

inline std::vector<Grundy> list_of(const GrundyValues& values) {
  std::vector<Grundy> list;
  for (std::size_t n = 0; n < values.size(); ++n) list.push_back(values[n]);
  return list;
}

/// The same as the engine finds them.
inline std::vector<Grundy> values_of(std::string_view code, std::uint64_t last) {
  HeapSequence sequence(TakeAndBreak::parse(code));
  sequence.extend(last, Budget());
  return list_of(sequence.values());
}
inline std::vector<Grundy> values_of(std::string_view code, std::uint64_t last, HeapWay way) {
  HeapSequence sequence(TakeAndBreak::parse(code));
  sequence.extend(last, way, Budget());
  return list_of(sequence.values());
}

}  // namespace bouton::test
