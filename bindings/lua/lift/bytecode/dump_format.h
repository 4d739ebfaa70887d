// What lua_dump writes, read back as plain values. All that Bouton knows of the Lua 5.4 dump format and of the encoding of
// instructions stands here and in dump_format.cpp.
//
// Lua promises neither, so nothing is taken on trust: the dump's header, the sizes of its integers and a self-test on small
// known functions, in which every opcode occurs, must all match, or no function is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <lua.hpp>

namespace bouton::lua {

/// The operations of the Lua 5.4 virtual machine, by the numbers that they have there.
// clang-format off
enum class Opcode : std::uint8_t {
  MOVE, LOADI, LOADF, LOADK, LOADKX, LOADFALSE, LFALSESKIP, LOADTRUE, LOADNIL,
  GETUPVAL, SETUPVAL, GETTABUP, GETTABLE, GETI, GETFIELD, SETTABUP, SETTABLE, SETI, SETFIELD,
  NEWTABLE, SELF,
  ADDI, ADDK, SUBK, MULK, MODK, POWK, DIVK, IDIVK, BANDK, BORK, BXORK, SHRI, SHLI,
  ADD, SUB, MUL, MOD, POW, DIV, IDIV, BAND, BOR, BXOR, SHL, SHR,
  MMBIN, MMBINI, MMBINK,
  UNM, BNOT, NOT, LEN, CONCAT, CLOSE, TBC,
  JMP, EQ, LT, LE, EQK, EQI, LTI, LEI, GTI, GEI, TEST, TESTSET,
  CALL, TAILCALL, RETURN, RETURN0, RETURN1,
  FORLOOP, FORPREP, TFORPREP, TFORCALL, TFORLOOP,
  SETLIST, CLOSURE, VARARG, VARARGPREP, EXTRAARG
};
// clang-format on
inline constexpr int kOpcodes = 83;

struct Instruction {
  Opcode op = Opcode::MOVE;
  bool k = false;
  std::uint8_t a = 0, b = 0, c = 0;
  std::int32_t bx = 0;  ///< Bx, sBx, sJ or Ax, whichever the operation has, with its sign

  /// B and C as signed immediate operands.
  int signed_b() const { return int{b} - 127; }
  int signed_c() const { return int{c} - 127; }
};

/// nil, a boolean, an integer, a float or a string.
using Constant = std::variant<std::monostate, bool, lua_Integer, lua_Number, std::string>;

struct UpvalueDescription {
  std::string name;
  bool in_stack = false;   ///< captures a register of the enclosing function, else one of its upvalues
  std::uint8_t index = 0;  ///< of that register or upvalue
};

struct LocalVariable {
  std::string name;
  int start = 0, end = 0;  ///< the instructions where it is in scope, `end` excluded
};

/// A function as it was compiled, without its captured values. One that is handed out is well formed: every register,
/// constant, upvalue, function and jump that its code names exists, and the code ends with a return.
struct FunctionPrototype {
  std::string source;
  int line_defined = 0;
  int parameters = 0;
  bool is_vararg = false;
  int registers = 0;
  std::vector<Instruction> code;
  std::vector<int> lines;  ///< one per instruction; 0 where it is not known
  std::vector<Constant> constants;
  std::vector<UpvalueDescription> upvalues;
  std::vector<FunctionPrototype> functions;
  std::vector<LocalVariable> locals;

  /// Where a jump, FORPREP, FORLOOP, TFORPREP or TFORLOOP at `pc` goes if it does not fall through.
  int target(int pc) const;
  /// The number of local variables in scope at `pc`; they live in the first registers.
  int locals_at(int pc) const;
  /// The name of the local variable in register `index` at `pc`, or an empty string.
  std::string local_name(int index, int pc) const;
};

/// The function in an unstripped dump, or nothing if these are not the bytes of a well-formed one. Any bytes will do.
std::optional<FunctionPrototype> parse_dump(std::string_view bytes);

/// Whether an instruction with that operation can be read; a dump with any other is refused.
bool is_known(Opcode op);

/// Whether the operation skips the next instruction, a jump, or goes on with it.
bool is_test(Opcode op);

/// The functions of the self-test, in which every known operation occurs, as this Lua compiles and dumps them; empty if one is
/// not as it must be.
std::vector<FunctionPrototype> self_test();

/// Whether this Lua writes dumps as expected. The first call compiles a few functions in a Lua state of its own.
bool dump_format_is_known();

/// The Lua function at `index`; nothing for anything else and for a dump format that is not known. Raises no error.
std::optional<FunctionPrototype> read_function(lua_State* L, int index);

/// While one of these lives, dump_format_is_known() is false in all threads. For tests of what happens then.
class PretendUnknownDumpFormat {
 public:
  PretendUnknownDumpFormat();
  ~PretendUnknownDumpFormat();
  PretendUnknownDumpFormat(const PretendUnknownDumpFormat&) = delete;
  PretendUnknownDumpFormat& operator=(const PretendUnknownDumpFormat&) = delete;
};

/// "ADDI 2 2 -1": the operation and its operands as luac lists them. For messages and tests.
std::string to_string(const Instruction& instruction);

}  // namespace bouton::lua
