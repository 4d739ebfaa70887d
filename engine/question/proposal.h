// What a method proposes for a question: the value that `explain` prints and the plan runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/refusal.h"
#include "engine/base/result.h"
#include "engine/question/method_list.h"
#include "engine/values/table_kernel.h"

namespace bouton {

#define BOUTON_METHOD_ID(id, name, option) id,
enum class Method : std::uint8_t { BOUTON_METHODS(BOUTON_METHOD_ID) };
#undef BOUTON_METHOD_ID

/// As `solve` names what answered: "closed form", "theorem", "heap", "table", "cells" and "nimbers" (searches by nimbers, of
/// boards and graphs and of any rules), "search", "graph", "quotient".
std::string_view name(Method method);
/// As people ask for one: "closed-form", "theorem", "heap", "table", "cells", "nimbers", "search", "graph", "quotient".
std::string_view option_name(Method method);

/// "rays", "thresholds", "row shifts", "components", "steps", "marking", "batch interpreter", "native".
std::string_view name(TableKernel kernel);
/// "rays", "thresholds", "row-shifts", "components", "steps", "marking", "batch", "native".
std::string_view option_name(TableKernel kernel);

/// A method that is asked for, and no other; of tables perhaps one kernel.
struct MethodChoice {
  Method method = Method::search;
  std::optional<TableKernel> kernel = {};
};

/// All that can be asked for: the methods, and "table:" with each kernel.
std::vector<std::string> method_options();
/// The choice that a text names: "table", "table:row-shifts"; blanks are as good as hyphens. Throws RequestError, with the
/// names that there are.
MethodChoice parse_method(std::string_view text);

/// What a run takes, as estimated from counted work; of several threads the time of one.
struct Cost {
  static constexpr double kUnknown = std::numeric_limits<double>::infinity();
  double seconds = 0;
  std::size_t bytes = 0;
};

struct Proposal {
  Method method = Method::search;
  std::optional<TableKernel> kernel = {};
  std::string reason = {};  ///< why this method can answer
  std::string work = {};    ///< what is counted, in words
  Cost cost = {};
  /// Whether nobody knows before its end how long it takes: then cost.seconds is the most that it may be, or unknown.
  bool open_ended = false;
  /// What one position takes of a search that finds its options in many rounds; 0 where that is as usual.
  double seconds_of_position = 0;
  std::string shape = {};                 ///< of the moves, where kernels fill a table
  std::vector<Refusal> passed_over = {};  ///< kernels that would fill it faster, and what keeps them from it
  bool in_stripes = false;                ///< whether the values of a box are handed out stripe by stripe
};

/// "table (rays)", "closed form".
std::string title(const Proposal& proposal);

/// What has been proposed for a question so far, for methods that are worth their preparation only where others take long.
struct ProposedSoFar {
  double certain = Cost::kUnknown;  ///< least seconds of those that know how long they take
  double open = Cost::kUnknown;     ///< least seconds that the others take at most
  bool apart = false;               ///< whether one was proposed that takes large positions apart

  double least() const { return certain < open ? certain : open; }
};

/// A duration for people: "some 12 ms", "less than a millisecond", "some 5 minutes"; "unknown".
std::string duration_text(double seconds);

}  // namespace bouton
