#include "engine/nimbers/nimber_search.h"

#include <utility>

#include <fmt/format.h>

#include "engine/base/checksum.h"
#include "engine/base/errors.h"
#include "engine/base/little_endian.h"
#include "engine/nimbers/proof_search.h"
#include "engine/nimbers/rules_game.h"
#include "engine/nimbers/search_of.h"
#include "engine/position/cell_shape.h"
#include "engine/program/move_program.h"
#include "engine/rules/stated.h"

namespace bouton::nimbers {
namespace {

/// Whether positions are sums of what Rules::components tells.
bool takes_apart(const Rules& rules, const SearchUse& use) {
  return use.components && rules.play() == Play::normal && rules.independent();
}

/// A search that begins anew with more room where a position turns out to take it.
class WideningSearch final : public NimberSearch {
 public:
  WideningSearch(std::shared_ptr<const Rules> rules, const Budget& budget, std::shared_ptr<MemoryAccount> account,
                 const SearchUse& use)
      : rules_(std::move(rules)), budget_(budget), account_(std::move(account)), use_(use), code_(rules_->domain()) {
    widen();
  }

  std::optional<Outcome> outcome(PositionView position, std::uint32_t heap, std::uint64_t most_positions) override {
    return in_some_room(position, [&](NimberSearch& search) { return search.outcome(position, heap, most_positions); });
  }
  std::optional<Grundy> grundy(PositionView position, std::uint64_t most_positions) override {
    return in_some_room(position, [&](NimberSearch& search) { return search.grundy(position, most_positions); });
  }
  Effort effort() const override {
    Effort effort = before_;
    effort.positions += search_->effort().positions;
    effort.options += search_->effort().options;
    return effort;
  }
  std::uint32_t to_play(PositionView position) const override { return size_of(rules_->domain(), position); }
  std::string method() const override { return search_->method(); }
  void save(const std::filesystem::path& path, std::uint64_t most_positions) const override {
    check_told_apart(path);
    search_->save(path, most_positions);
  }
  void load(const std::filesystem::path& path) override {
    check_told_apart(path);
    // Of a file that is none the search says what is wrong with it.
    while (words_ < words_of_table_file(path) && words_ < kMostWords) widen();
    search_->load(path);
  }
  std::uint64_t places() const override { return search_->places(); }
  std::uint64_t stored() const override { return search_->stored(); }

 private:
  /// What a game is, so that a file of another one is known as such: by the program of its moves, else by the text of its
  /// rule file; nothing where there is neither.
  std::optional<std::uint64_t> checksum() const {
    const Domain& domain = rules_->domain();
    if (domain.is_piles()) return checksum_of_text();
    const MoveProgram* const program = rules_->unbounded_lifting(domain.dimensions()).moves;
    const MoveProgram* const moves = program != nullptr ? program : rules_->lifting(domain.dimensions()).moves;
    if (moves == nullptr) return checksum_of_text();
    std::string bytes;
    append_little_endian(bytes, checksum_of(*moves));
    for (std::size_t i = 0; i < domain.dimensions(); ++i) append_little_endian(bytes, domain.axis(i).least);
    Checksum all;
    all.add(bytes);
    return all.value();
  }
  /// Of the text, and of the board or the graph, which may be part of the position.
  std::optional<std::uint64_t> checksum_of_text() const {
    const std::optional<std::uint64_t> text = checksum_of(*rules_);
    if (!text) return std::nullopt;
    std::string bytes;
    append_little_endian(bytes, *text);
    if (const CellShape* const shape = rules_->domain().shape()) {
      append_little_endian(bytes, shape->rows);
      append_little_endian(bytes, shape->columns);
      append_little_endian(bytes, shape->vertices);
      for (const auto& [a, b] : shape->edges) {
        append_little_endian(bytes, a);
        append_little_endian(bytes, b);
      }
    }
    Checksum all;
    all.add(bytes);
    return all.value();
  }
  void check_told_apart(const std::filesystem::path& path) const {
    if (checksum()) return;
    throw RequestError(fmt::format(
        "checkpoint {}: a search of this game keeps no file, since a file names its game by a rule file and this game has none",
        path.string()));
  }

  template <class Ask>
  std::invoke_result_t<Ask, NimberSearch&> in_some_room(PositionView position, Ask ask) {
    while (code_.words(position) > words_) widen();
    for (;;) {
      try {
        return ask(*search_);
      } catch (const TooWide&) {
        widen();
      }
    }
  }

  void widen() {
    if (search_) before_ = effort();
    search_.reset();
    words_ = words_ == 0 ? 1 : 2 * words_;
    switch (words_) {
      case 1: return make<1>();
      case 2: return make<2>();
      case 4: return make<4>();
      case 8: return make<8>();
      case 16: return make<16>();
      case 32: return make<32>();
      default: throw LimitError(fmt::format("a position takes more than {} bytes", kMostWords * sizeof(std::uint64_t)));
    }
  }
  static constexpr std::size_t kMostWords = 32;

  template <int N>
  void make() {
    search_ = std::make_unique<SearchOf<RulesGame<N>>>(
        RulesGame<N>(rules_, takes_apart(*rules_, use_), checksum().value_or(0), account_), rules_->play(), budget_, account_,
        use_);
  }

  std::shared_ptr<const Rules> rules_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  SearchUse use_;
  PositionCode code_;
  std::size_t words_ = 0;
  std::unique_ptr<NimberSearch> search_;
  Effort before_;  ///< of searches that had too little room
};

}  // namespace

Result<std::unique_ptr<NimberSearch>> search_of_rules(std::shared_ptr<const Rules> rules, const Budget& budget,
                                                      const std::shared_ptr<MemoryAccount>& account, const SearchUse& use) {
  if (rules->play() == Play::by_position) return Refusal{"the last position says who has won"};
  // Only functions of rule files know the options of terms.
  if (rules->domain().is_terms()) return proof_search(rules, takes_apart(*rules, use), budget, account);
  return std::unique_ptr<NimberSearch>(std::make_unique<WideningSearch>(std::move(rules), budget, account, use));
}

}  // namespace bouton::nimbers
