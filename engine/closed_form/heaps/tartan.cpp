#include "engine/closed_form/heaps/tartan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/closed_form/heaps/strip_values.h"
#include "engine/closed_form/wording.h"
#include "engine/values/nim_product.h"

namespace bouton {
namespace {

constexpr Coordinate kMostListed = 10'000;        ///< places from which the moves of a strip with a form are listed
constexpr std::uint64_t kMostTried = 10'000'000;  ///< moves of a product

class TartanForm final : public SplittingForm {
 public:
  TartanForm(const Rules& product, std::vector<std::unique_ptr<ClosedForm>> of_strips, const Budget& budget)
      : SplittingForm(product.domain()), names_(product.strips()[0]), budget_(budget) {
    for (std::size_t i = 0; i < product.strips().size(); ++i)
      strips_.emplace_back(product.strips()[i], std::move(of_strips[i]), budget);
  }

  std::string theorem() const override { return tartan_theorem(); }
  Evidence evidence(const BigPosition& at, const Domain& domain) override;
  Result<SplittingMoves> splitting_moves(const BigPosition& at, const Integer& value, std::size_t at_most,
                                         std::size_t most_positions) override;

 private:
  Result<Outcome> find_outcome(const BigPosition& at) override {
    const Result<Integer> value = find_grundy(at);
    if (!value) return value.refusal();
    return *value == 0 ? Outcome::P : Outcome::N;
  }
  Result<Integer> find_grundy(const BigPosition& at) override {
    Integer product = 1;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const Result<Integer> value = strips_[i].value(at[i]);
      if (!value) return value.refusal();
      product = nim_product(product, *value);
    }
    return product;
  }

  std::vector<StripValues> strips_;
  std::shared_ptr<const Rules> names_;  ///< of the kinds of moves
  Budget budget_;
};

Evidence TartanForm::evidence(const BigPosition& at, const Domain& domain) {
  Evidence evidence;
  std::vector<std::string> places, values;
  for (std::size_t i = 0; i < at.size(); ++i) {
    values.push_back(brief(*strips_[i].value(at[i])));
    places.push_back(fmt::format("{} = {} has value {}", domain.coordinate_name(i), brief(at[i]), values.back()));
  }
  evidence.sentences.push_back(
      fmt::format("In the strips, {}; the nim product of {} is {}.", joined(places), joined(values), brief(*find_grundy(at))));
  evidence.sentences.emplace_back(
      "Moves in the strips that change these values by some numbers make one move of the product, which changes its value by "
      "their nim product. That is never 0, so that no move keeps the value.");
  return evidence;
}

Result<SplittingMoves> TartanForm::splitting_moves(const BigPosition& at, const Integer& value, std::size_t at_most,
                                                   std::size_t most_positions) {
  const Result<Integer> own = grundy(at);
  if (!own) return own.refusal();
  const Integer change = *own ^ value;
  SplittingMoves found;
  if (change == 0) return found;
  std::vector<StripValues::Moves> of_strips;
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (strips_[i].has_form() && at[i] > widen(kMostListed)) return SplittingMoves{.moves = {}, .complete = false};
    std::optional<StripValues::Moves> moves = strips_[i].moves(at[i]);
    if (!moves) return SplittingMoves{.moves = {}, .complete = false};
    sizes.push_back(moves->options.size());
    of_strips.push_back(*std::move(moves));
  }
  const std::optional<std::uint64_t> wanted = narrow_unsigned(change);
  if (!wanted) return found;  // changes of numbers of 64 bits have no more
  const Position head = *narrow(at);
  std::vector<Options::Option> option;
  std::uint64_t tried = 0;
  for (Choices choices(sizes); !choices.done(); choices.next()) {
    budget_.check_stop_at(tried);
    found.complete = ++tried <= kMostTried;
    if (!found.complete) break;
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) product = nim_product(product, of_strips[i].changes[choices[i]]);
    if (product != *wanted) continue;
    found.complete = found.moves.size() < at_most;
    if (!found.complete) break;
    option.clear();
    for (std::size_t i = 0; i < sizes.size(); ++i) option.push_back(of_strips[i].options[choices[i]]);
    const std::vector<Position> turned = CoinProduct::turned(head, option);
    found.too_long = turned.size() > most_positions;
    found.complete = !found.too_long;
    if (found.too_long) break;
    most_positions -= turned.size();
    SplittingMoves::To& to = found.moves.emplace_back();
    to.label = names_->label_name(option[0].label());
    for (const Position& left : turned) to.positions.push_back(widen(left));
  }
  return found;
}

}  // namespace

std::string tartan_theorem() {
  return "Tartan theorem (Lenstra 1977; Winning Ways, ch. 14): the Grundy value is the nim product of the values in the strips";
}

std::unique_ptr<SplittingForm> tartan_form(const Rules& product, std::vector<std::unique_ptr<ClosedForm>> of_strips,
                                           const Budget& budget) {
  return std::make_unique<TartanForm>(product, std::move(of_strips), budget);
}

}  // namespace bouton
