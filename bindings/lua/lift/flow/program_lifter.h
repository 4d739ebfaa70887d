// What the functions of one FlowProgram share while they are translated.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bindings/lua/lift/bytecode/control_flow.h"
#include "bindings/lua/lift/executor/constants.h"
#include "bindings/lua/lift/flow/cell_walks.h"
#include "bindings/lua/lift/flow/flow_value.h"
#include "bindings/lua/lift/flow/liveness.h"
#include "engine/flow/flow_program.h"
#include "engine/program/construction/refused.h"

namespace bouton::lua {

/// Thrown where Lua raises an error: the program traps there.
struct FlowError {};

/// Where the construct that was refused stands.
struct FlowRefusal {
  std::string construct;
  std::string function;
  int line = 0;
};

struct FunctionFacts {
  explicit FunctionFacts(const FunctionPrototype& prototype) : flow(prototype), liveness(prototype) {}
  ControlFlow flow;
  Liveness liveness;
};

/// A function that the translated function makes. Its variables are registers of the frame that made it.
struct FlowClosure {
  const FunctionPrototype* prototype = nullptr;
  std::string name;
  FlowValue maker;           ///< the function that made it
  std::size_t base = 0;      ///< where the registers of that one's frame begin
  int own = 0;               ///< the register of that frame that it was put into
  std::size_t function = 0;  ///< of the program, in which that frame lies
  friend bool operator==(const FlowClosure&, const FlowClosure&) = default;
};

/// A function as it is called: which one, and what is known of its arguments.
struct Signature {
  FlowValue callee;
  std::vector<FlowValue> parameters;                 ///< registers are 0, 1, ... in order
  std::optional<std::vector<FlowValue>> piles = {};  ///< the entries of the one list, which is the only parameter then
  friend bool operator==(const Signature&, const Signature&) = default;
};

/// A function of the program, or one that is being made.
struct LiftedSignature {
  Signature signature;
  std::uint32_t number = 0;
  std::vector<FlowValue> results;  ///< kinds alone
};

class ProgramLifter {
 public:
  ProgramLifter(lua_State* L, const LiftContext& context) : context(context), constants(L, context, values) {}

  /// The program of the function at the stack index. Throws FlowRefusal.
  FlowProgram lift(int function_index);

  const FunctionFacts& facts(const FunctionPrototype& prototype);
  FlowValue of(Value value) const;
  /// The number of the function that a call by this signature calls, and its results.
  LiftedSignature call(const Signature& signature, const std::string& name);
  /// As call(), for a function whose result is to be remembered; nothing where it is not of that kind.
  std::optional<LiftedSignature> call_remembered(const Signature& signature, const std::string& name);
  std::uint32_t list(std::vector<std::int64_t> entries);
  // Of the board or the graph. Throws FlowRefusal where the lists would be long.
  const CellWalks& neighbours();
  const CellWalks& edges();
  /// The rows of a board's cells, counted from 1, or their columns.
  const std::vector<std::int64_t>& cell_numbers(bool rows);

  const LiftContext& context;
  MoveProgram values;  ///< of which only the constants are of interest
  Constants constants;
  FlowProgram program;
  std::vector<FlowClosure> closures;
  std::vector<FlowText> texts;
  /// move[text] and split[text], each with the number of its text.
  std::vector<std::pair<Word, std::size_t>> named_words;

 private:
  std::unordered_map<const FunctionPrototype*, std::unique_ptr<const FunctionFacts>> facts_;
  bool can_be_remembered(const LiftedSignature& lifted) const;

  std::vector<LiftedSignature> lifted_;
  std::vector<Signature> not_remembered_;
  std::map<std::vector<std::int64_t>, std::uint32_t> lists_;
  std::optional<CellWalks> neighbours_, edges_;
  std::vector<std::int64_t> rows_, columns_;
};

}  // namespace bouton::lua
