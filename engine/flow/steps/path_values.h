// What a register holds on a way through a FlowProgram: an integer, or an integer more than a multiple of one coordinate.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/flow/flow_program.h"
#include "engine/position/box.h"

namespace bouton {

/// constant + coefficient * coordinate; coefficient is 0 of an integer.
struct PathSum {
  std::uint32_t coordinate = 0;
  std::int64_t coefficient = 0;
  std::int64_t constant = 0;
  bool is_constant() const { return coefficient == 0; }
  friend auto operator<=>(const PathSum&, const PathSum&) = default;
};

struct PathValue {
  enum class Kind : std::uint8_t {
    unknown,  ///< not to be read
    linear,
    least,    ///< of several linear ones
    greatest  ///< of several
  };
  Kind kind = Kind::unknown;
  PathSum linear = {};
  std::uint32_t several = 0;  ///< the number of the list of them

  static PathValue constant(std::int64_t value) { return of({.constant = value}); }
  static PathValue of(const PathSum& linear) { return {Kind::linear, linear}; }
  bool is_linear() const { return kind == Kind::linear; }
  bool is_constant() const { return is_linear() && linear.is_constant(); }
  friend auto operator<=>(const PathValue&, const PathValue&) = default;
};

/// Where a comparison holds: where all of `parts` do, or where one of them does.
struct PathCondition {
  struct Part {
    std::uint32_t coordinate = 0;
    std::int64_t low = 0, high = 0;  ///< what the coordinate is
  };
  bool any = false;
  std::vector<Part> parts = {};

  static PathCondition always() { return {}; }
  static PathCondition never() { return {.any = true}; }
};

/// Computes with such values, at positions of a region: nothing wraps around there that is not a known integer.
class PathValues {
 public:
  /// `region` must outlive this object.
  explicit PathValues(const Box& region) : region_(region) {}

  /// The result of an operation, not an element; nothing where it may trap, where it may wrap around, or where it is no such
  /// value.
  std::optional<PathValue> operation(FlowOp op, const PathValue& a, const PathValue& b);
  /// Nothing where what it says is not about single coordinates.
  std::optional<PathCondition> compare(FlowCondition condition, const PathValue& a, const PathValue& b) const;

 private:
  using Several = std::vector<PathSum>;
  std::optional<PathSum> sum(const PathSum& a, const PathSum& b, std::int64_t factor) const;
  std::optional<PathValue> sum(const PathValue& a, const PathValue& b, std::int64_t factor);
  std::optional<PathValue> scaled(const PathValue& a, std::int64_t factor);
  std::optional<PathValue> extreme(PathValue::Kind kind, const PathValue& a, const PathValue& b);
  PathValue numbered(PathValue::Kind kind, Several several);
  Several several(const PathValue& value) const;
  bool fits(const PathSum& value) const;
  /// Where first - second + more <= 0, or where it is 0.
  bool add_part(const PathSum& first, const PathSum& second, std::int64_t more, bool is_equal, PathCondition& condition) const;

  const Box& region_;
  std::vector<Several> lists_;
};

}  // namespace bouton
