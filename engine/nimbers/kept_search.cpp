#include "engine/nimbers/kept_search.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace bouton::nimbers {
namespace {

class KeptSearch final : public NimberSearch {
 public:
  KeptSearch(std::unique_ptr<NimberSearch> search, std::filesystem::path path, bool written)
      : search_(std::move(search)), path_(std::move(path)), written_(written) {
    std::error_code error;
    if (std::filesystem::exists(path_, error)) search_->load(path_);
    else if (written_) search_->save(path_, kAllPositions);  // that it cannot be written is better known now
  }

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    return by_steps(most_positions, [&](std::uint64_t step) { return search_->outcome(position, heap, step); });
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    return by_steps(most_positions, [&](std::uint64_t step) { return search_->grundy(position, step); });
  }
  Effort effort() const override { return search_->effort(); }
  std::uint32_t to_play(PositionView position) const override { return search_->to_play(position); }
  std::string method() const override { return search_->method(); }
  std::uint64_t in_a_second() const override { return search_->in_a_second(); }
  std::uint64_t places() const override { return search_->places(); }
  std::uint64_t between_files() const override { return search_->between_files(); }
  std::uint64_t stored() const override { return search_->stored(); }
  void save(const std::filesystem::path& path, std::uint64_t most_positions) const override {
    search_->save(path, most_positions);
  }
  void load(const std::filesystem::path& path) override { search_->load(path); }
  void keep() override {
    if (!written_ || kept_ == search_->effort().positions) return;
    search_->save(path_, kAllPositions);
    kept_ = search_->effort().positions;
  }

 private:
  /// Asks again and again, each time for a bounded effort; what was found is known the next time.
  template <class Ask>
  std::invoke_result_t<Ask, std::uint64_t> by_steps(std::uint64_t most_positions, Ask ask) {
    for (std::uint64_t left = most_positions;;) {
      const std::uint64_t between = search_->between_files();
      const std::uint64_t step = std::min(between, left);
      auto found = asked(step, ask);
      if (search_->effort().positions - kept_ >= between) keep();
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

  std::unique_ptr<NimberSearch> search_;
  std::filesystem::path path_;
  bool written_;
  std::uint64_t kept_ = 0;  ///< the effort when the file was written
};

}  // namespace

std::unique_ptr<NimberSearch> kept_search(std::unique_ptr<NimberSearch> search, std::filesystem::path path, bool written) {
  return std::make_unique<KeptSearch>(std::move(search), std::move(path), written);
}

}  // namespace bouton::nimbers
