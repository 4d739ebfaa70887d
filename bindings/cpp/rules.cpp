#include "bindings/cpp/rules.h"

#include <fmt/format.h>

namespace bouton {
inline namespace v1 {
namespace {

std::string message_of_current() {
  try {
    throw;
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "a function of the rules threw an exception";
  }
}

std::string text_of(PositionView position) { return position.empty() ? "()" : to_string(position); }

core::ClosedFormBinding binding_of(const Formula& formula) {
  core::ClosedFormBinding binding{.name = formula.name, .arguments = {}};
  for (const auto& [name, argument] : formula.arguments) {
    if (const auto* const number = std::get_if<Integer>(&argument)) binding.arguments.emplace(name, to_core(*number));
    else if (const auto* const text = std::get_if<std::string>(&argument)) binding.arguments.emplace(name, *text);
    else {
      std::vector<core::Integer> numbers;
      for (const Integer& entry : std::get<std::vector<Integer>>(argument)) numbers.push_back(to_core(entry));
      binding.arguments.emplace(name, std::move(numbers));
    }
  }
  return binding;
}

}  // namespace

struct Options::Impl {
  const UserRules& rules;
  PositionView from;
  core::Options& out;
  bool open = false;  ///< whether parts were added since the last complete option
};

void Options::add_part(PositionView part) {
  impl_.rules.check_part(impl_.from, part);
  impl_.out.add_part(part);
  impl_.open = true;
}

void Options::end_split(Label label) {
  impl_.rules.check_label(impl_.from, label);
  impl_.out.end_split(label);
  impl_.open = false;
}

void Options::add(PositionView to, Label label) {
  if (impl_.open)
    throw RuleError(fmt::format("the options of {}: add is called between add_part and end_split; call end_split first",
                                text_of(impl_.from)));
  impl_.rules.check_part(impl_.from, to);
  impl_.rules.check_label(impl_.from, label);
  impl_.out.add(to, label);
}

void Access::options(const Rules& rules, PositionView position, Options::Impl& taker) {
  Options out(taker);
  rules.options(position, out);
  if (taker.open) throw RuleError(fmt::format("the options of {}: add_part has no end_split after it", text_of(position)));
}

UserThrew::UserThrew() : core::RuleError(message_of_current()), thrown_(std::current_exception()) {}

UserRules::UserRules(std::shared_ptr<const v1::Rules> rules, std::string name)
    : rules_(std::move(rules)),
      name_(std::move(name)),
      domain_(Access::core_of(of_user([&] { return rules_->domain(); }))),
      play_(v1::to_core(of_user([&] { return rules_->play(); }))),
      independent_(of_user([&] { return rules_->independent(); })),
      heap_code_(of_user([&] { return rules_->heap_code(); })),
      labels_(of_user([&] { return rules_->labels(); })) {
  if (!heap_code_.empty()) {
    if (domain_.is_piles() || domain_.dimensions() != 1)
      throw core::RequestError(fmt::format("{}: a heap code describes games of one coordinate", name_));
    core::TakeAndBreak::parse(heap_code_);
  }
  if (const std::optional<Formula> formula = of_user([&] { return rules_->formula(); })) {
    formula_ = binding_of(*formula);
    static_cast<void>(make_closed_form(formula_->name, formula_->arguments));  // throws where there is no such form
  }
}

class UserRules::StepsLeft final : public StepLimit {
 public:
  StepsLeft(const UserRules& rules, std::uint64_t steps) : rules_(rules) { rules_.steps_left_ = steps; }
  ~StepsLeft() override { rules_.steps_left_.reset(); }

 private:
  const UserRules& rules_;
};

std::unique_ptr<core::StepLimitedRules::StepLimit> UserRules::limit_steps(std::uint64_t steps) const {
  return std::make_unique<StepsLeft>(*this, steps);
}

void UserRules::options(core::PositionView position, core::Options& out) const {
  spend(kStepsOfCall);
  Access::OptionsImpl taker{*this, position, out};
  try {
    of_user([&] { Access::options(*rules_, position, taker); });
  } catch (...) {
    out.abandon_split();
    throw;
  }
}

void UserRules::refuse_part(PositionView from, PositionView to) const {
  const std::optional<std::string> complaint = domain_.complaint(to);
  throw RuleError(
      fmt::format("{}: the option {} of {} {}", name_, text_of(to), text_of(from), complaint ? *complaint : "is not valid"));
}

void UserRules::refuse_label(PositionView from, v1::Label label) const {
  throw RuleError(
      fmt::format("{}: an option of {} has label {}; there are {} labels", name_, text_of(from), label, labels_.size()));
}

core::Outcome UserRules::terminal_outcome(core::PositionView position) const {
  if (play_ != core::Play::by_position) return core::Rules::terminal_outcome(position);
  spend(kStepsOfCall);
  const v1::Outcome outcome = of_user([&] { return rules_->terminal_outcome(position); });
  return outcome == v1::Outcome::P ? core::Outcome::P : outcome == v1::Outcome::N ? core::Outcome::N : core::Outcome::draw;
}

bool UserRules::valid(core::PositionView position) const {
  spend(kStepsOfCall);
  return of_user([&] { return rules_->valid(position); });
}

void UserRules::normalize(core::Position& position) const {
  spend(kStepsOfCall);
  normal_form_.assign(position.begin(), position.end());
  of_user([&] { rules_->normalize(normal_form_); });
  std::size_t same = 0;  // of a few coordinates: a call of memcmp takes longer
  while (same < position.size() && same < normal_form_.size() && normal_form_[same] == position[same]) ++same;
  if (same == position.size() && same == normal_form_.size()) return;
  if (!domain_.contains(normal_form_))
    throw core::RuleError(fmt::format("{}: the normal form {} of {} {}", name_, text_of(normal_form_), to_string(position),
                                      *domain_.complaint(normal_form_)));
  position.assign(PositionView(normal_form_));
}

std::string_view UserRules::label_name(std::uint32_t label) const {
  return label == kNoLabel || label > labels_.size() ? std::string_view() : labels_[label - 1];
}

}  // namespace v1
}  // namespace bouton
