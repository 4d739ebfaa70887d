#include "bindings/output/streams/continued.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// A run is saved about so many times, and not for fewer positions than these.
constexpr std::uint64_t kSaves = 100, kLeastPositions = 4096;

}  // namespace

Continued::Continued(Output& out, std::filesystem::path checkpoint, Work work, std::uint64_t positions, const Budget& budget,
                     bool from_the_beginning)
    : out_(out),
      path_(std::move(checkpoint)),
      work_(std::move(work)),
      budget_(budget),
      step_(std::max(kLeastPositions, positions / kSaves)),
      next_(step_) {
  std::optional<StripeFile> found;
  if (!from_the_beginning) found = read_stripe_file(path_, work_, budget_);
  Written& written = *out_.written();
  // A part that is not there was finished, or deleted by who wants to begin again.
  if (!found || !written.has_part()) {
    written.begin();
    return;
  }
  if (!written.go_on(found->bytes, found->checksum))
    throw RequestError(fmt::format(
        "checkpoint {}: the part of the output is not what it was, or is another file's; delete both to begin again",
        path_.string()));
  file_ = *std::move(found);
  next_ = file_.begun.done + step_;
}

void Continued::save(std::uint64_t done, std::uint64_t counted, std::string state) {
  Written& written = *out_.written();
  written.keep();
  file_.begun = {done, std::move(state)};
  file_.bytes = written.size();
  file_.checksum = written.checksum();
  file_.counted = counted;
  write_stripe_file(path_, work_, file_, budget_);
  written.show();
  next_ = done + step_;
}

}  // namespace bouton
