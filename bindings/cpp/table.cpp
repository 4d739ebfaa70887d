#include <fmt/format.h>

#include "bindings/cpp/impl.h"

namespace bouton {
inline namespace v1 {
namespace {

void check_kind(const core::Table& table, core::ValueKind kind) {
  if (table.kind != kind) throw RequestError(fmt::format("a table of kind '{}' has no {}", name(table.kind), name(kind)));
}

/// Throws RequestError where there is no such cell, or it has no value.
void check_valid(const core::Table& table, std::size_t index) {
  if (index >= table.cells.size() || !table.valid(index))
    throw RequestError(fmt::format("cell {} of the table has no value", index));
}

}  // namespace

Table Access::table(core::Table table) {
  Box box{{table.box.low().begin(), table.box.low().end()}, {table.box.high().begin(), table.box.high().end()}};
  return Table(std::make_shared<const Table::Impl>(Table::Impl{std::move(table), std::move(box)}));
}

ValueKind Table::kind() const { return from_core(impl_->table.kind); }
const Box& Table::box() const { return impl_->box; }
std::span<const std::uint32_t> Table::cells() const { return impl_->table.cells; }

std::size_t Table::index(PositionView position) const {
  if (!impl_->table.box.contains(position))
    throw RequestError(fmt::format("position {} is outside the box of the table", to_string(position)));
  return static_cast<std::size_t>(impl_->table.box.index(position));
}

std::vector<Coordinate> Table::position(std::size_t index) const {
  if (index >= impl_->table.cells.size()) throw RequestError(fmt::format("the table has no cell {}", index));
  const core::Position position = impl_->table.box.position(index);
  return {position.begin(), position.end()};
}

Nimber Table::grundy(std::size_t index) const {
  check_kind(impl_->table, core::ValueKind::grundy);
  check_valid(impl_->table, index);
  return from_core(impl_->table.nimber(index));
}

Outcome Table::outcome(std::size_t index) const {
  check_kind(impl_->table, core::ValueKind::outcome);
  check_valid(impl_->table, index);
  return from_core(impl_->table.outcome(index));
}

std::optional<std::uint64_t> Table::remoteness(std::size_t index) const {
  check_kind(impl_->table, core::ValueKind::remoteness);
  check_valid(impl_->table, index);
  return std::optional<std::uint64_t>(impl_->table.remoteness(index));
}

}  // namespace v1
}  // namespace bouton
