#include "engine/nimbers/kept_search.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "engine/nimbers/wrapped_search.h"

namespace bouton::nimbers {
namespace {

class KeptSearch final : public WrappedSearch {
 public:
  KeptSearch(std::unique_ptr<NimberSearch> search, std::filesystem::path path, bool written)
      : WrappedSearch(std::move(search)), path_(std::move(path)), written_(written) {
    std::error_code error;
    if (std::filesystem::exists(path_, error)) inner().load(path_);
    else if (written_) inner().save(path_, kAllPositions);  // that it cannot be written is better known now
  }

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    return by_steps(most_positions, [&](std::uint64_t step) { return inner().outcome(position, heap, step); });
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    return by_steps(most_positions, [&](std::uint64_t step) { return inner().grundy(position, step); });
  }
  void keep() override {
    if (!written_ || kept_ == inner().effort().positions) return;
    inner().save(path_, kAllPositions);
    kept_ = inner().effort().positions;
  }

 private:
  /// Asks again and again, each time for a bounded effort; what was found is known the next time.
  template <class Ask>
  std::invoke_result_t<Ask, std::uint64_t> by_steps(std::uint64_t most_positions, Ask ask) {
    for (std::uint64_t left = most_positions;;) {
      const std::uint64_t between = inner().between_files();
      const std::uint64_t step = std::min(between, left);
      auto found = asked(step, ask);
      if (inner().effort().positions - kept_ >= between) keep();
      left -= step;
      if (found || left == 0) return found;
    }
  }

  template <class Ask>
  std::invoke_result_t<Ask, std::uint64_t> asked(std::uint64_t step, Ask ask) {
    try {
      return ask(step);
    } catch (...) {
      keep();
      throw;
    }
  }

  std::filesystem::path path_;
  bool written_;
  std::uint64_t kept_ = 0;  ///< the effort when the file was written
};

}  // namespace

std::unique_ptr<NimberSearch> kept_search(std::unique_ptr<NimberSearch> search, std::filesystem::path path, bool written) {
  return std::make_unique<KeptSearch>(std::move(search), std::move(path), written);
}

}  // namespace bouton::nimbers
