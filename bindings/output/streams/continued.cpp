#include "bindings/output/streams/continued.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// A run is saved about so many times, and not for fewer positions than these.
constexpr std::uint64_t kSaves = 100, kLeastPositions = 4096;

}  // namespace

Continued::Continued(Output& out, std::filesystem::path checkpoint, std::string title, std::uint64_t positions,
                     const Budget& budget, bool from_the_beginning)
    : out_(out),
      path_(std::move(checkpoint)),
      budget_(budget),
      step_(std::max(kLeastPositions, positions / kSaves)),
      next_(step_) {
  file_.title = std::move(title);
  std::optional<StripeFile> found;
  if (!from_the_beginning) found = read_stripe_file(path_, file_.title, budget_);
  Written& written = *out_.written();
  // A part that is not there was finished, or deleted by who wants to begin again.
  if (!found || written.size() == 0) {
    written.cut(0);
    return;
  }
  if (written.size() < found->bytes)
    throw RequestError(fmt::format("checkpoint {}: the part of the output is shorter than it was; delete both to begin again",
                                   path_.string()));
  written.cut(found->bytes);
  file_ = *std::move(found);
  next_ = file_.begun.done + step_;
}

void Continued::save(std::uint64_t done, std::uint64_t counted, std::string state) {
  out_.written()->keep();
  file_.begun = {done, std::move(state)};
  file_.bytes = out_.written()->size();
  file_.counted = counted;
  write_stripe_file(path_, file_, budget_);
  next_ = done + step_;
}

}  // namespace bouton
