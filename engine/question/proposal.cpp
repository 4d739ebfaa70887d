#include "engine/question/proposal.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

struct MethodNames {
  Method method;
  std::string_view name, option;
};
#define BOUTON_METHOD_NAMES(id, name, option) MethodNames{Method::id, name, option},
constexpr std::array kMethods = {BOUTON_METHODS(BOUTON_METHOD_NAMES)};
#undef BOUTON_METHOD_NAMES

struct KernelNames {
  TableKernel kernel;
  std::string_view name, option;
};
constexpr std::array kKernels = {
    KernelNames{TableKernel::rays, "rays", "rays"},
    KernelNames{TableKernel::thresholds, "thresholds", "thresholds"},
    KernelNames{TableKernel::row_shifts, "row shifts", "row-shifts"},
    KernelNames{TableKernel::steps, "steps", "steps"},
    KernelNames{TableKernel::marking, "marking", "marking"},
    KernelNames{TableKernel::batch, "batch interpreter", "batch"},
    KernelNames{TableKernel::native, "native", "native"},
    KernelNames{TableKernel::components, "components", "components"},
};

const MethodNames& names_of(Method method) { return kMethods[static_cast<std::size_t>(method)]; }
const KernelNames& names_of(TableKernel kernel) { return kKernels[static_cast<std::size_t>(kernel)]; }

}  // namespace

std::string_view name(Method method) { return names_of(method).name; }
std::string_view option_name(Method method) { return names_of(method).option; }
std::string_view name(TableKernel kernel) { return names_of(kernel).name; }
std::string_view option_name(TableKernel kernel) { return names_of(kernel).option; }

std::vector<std::string> method_options() {
  std::vector<std::string> options;
  for (const MethodNames& names : kMethods)
    if (std::ranges::find(options, names.option) == options.end()) options.emplace_back(names.option);
  for (const KernelNames& names : kKernels) options.push_back(fmt::format("table:{}", names.option));
  return options;
}

MethodChoice parse_method(std::string_view typed) {
  std::string text(typed);
  std::ranges::replace(text, ' ', '-');
  for (const MethodNames& names : kMethods)
    if (text == names.option) return {names.method, {}};
  for (const KernelNames& names : kKernels)
    if (text == fmt::format("table:{}", names.option)) return {Method::table, names.kernel};
  throw RequestError(fmt::format("'{}' is not a method; the methods are {}", typed, fmt::join(method_options(), ", ")));
}

std::string title(const Proposal& proposal) {
  if (!proposal.kernel) return std::string(name(proposal.method));
  return fmt::format("{} ({})", name(proposal.method), name(*proposal.kernel));
}

std::string duration_text(double seconds) {
  if (seconds == Cost::kUnknown) return "nobody knows how long";
  if (seconds < 0.001) return "less than a millisecond";
  if (seconds < 1) return fmt::format("some {:.0f} ms", 1000 * seconds);
  if (seconds < 120) return fmt::format("some {:.1f} s", seconds);
  if (seconds < 7200) return fmt::format("some {:.0f} minutes", seconds / 60);
  if (seconds < 360'000) return fmt::format("some {:.0f} hours", seconds / 3600);
  return "more than 100 hours";
}

}  // namespace bouton
