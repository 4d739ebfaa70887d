#include "engine/study/discovery/counted_tables.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

// Kernels poll once in thousands of cells, of a byte and more; a search polls at each position, of which there are too many or
// with too many moves where no kernel has room.
constexpr std::int64_t kMostPolls = 100'000;

std::string size_text(const Box& box) {
  std::string text;
  for (std::size_t i = 0; i < box.low().size(); ++i)
    text += fmt::format("{}{}..{}", i == 0 ? "" : " x ", box.low()[i], box.high()[i]);
  return text;
}

}  // namespace

std::size_t share_of_memory(std::size_t asked, std::size_t times) {
  constexpr std::size_t kUsual = std::size_t{256} << 20;
  return asked / times < kUsual ? asked : times * kUsual;
}

CountedTables::CountedTables(const Game& game, const Budget& budget, std::int64_t times)
    : game_(game), outer_(budget), most_polls_(times * kMostPolls), budget_(budget), polls_left_(most_polls_) {
  budget_.memory = share_of_memory(budget.memory, static_cast<std::size_t>(times));
  budget_.polls_left = &polls_left_;
  begin();
}

void CountedTables::begin() {
  solver_ = std::make_unique<Solver>(std::vector{game_.rules}, budget_, Methods{.closed_form = false, .claims = false});
}

std::optional<Table> CountedTables::table(const Box& box, ValueKind kind) {
  std::optional<Table> found;
  within_share(kind == ValueKind::grundy ? "Grundy values" : "outcomes", box, [&] { found = solver_->table(box, kind); });
  return found;
}

bool CountedTables::positions(const Box& box, const std::function<void(PositionView)>& visit) {
  return within_share("P-positions", box, [&] { solver_->positions(box, visit); });
}

bool CountedTables::within_share(std::string_view what, const Box& box, const std::function<void()>& ask) {
  polls_left_ = most_polls_;
  try {
    ask();
    return true;
  } catch (const Interrupted&) {
    outer_.check_stop();  // whoever asked wants it to stop
    notes_.push_back(fmt::format("the {} of {}, which take too much work", what, size_text(box)));
  } catch (const LimitError& error) {
    notes_.push_back(fmt::format("the {} of {}: {}", what, size_text(box), error.what()));
  }
  begin();  // what the solver keeps of it is let go
  return false;
}

}  // namespace bouton
