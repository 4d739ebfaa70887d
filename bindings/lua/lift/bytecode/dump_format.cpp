#include "bindings/lua/lift/bytecode/dump_format.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace bouton::lua {
namespace {

// The encoding of instructions: op in 7 bits, A in 8, then k, B, C in 1, 8, 8 or Bx in 17; sJ and Ax in 25.
constexpr int kOffsetBx = 65535;
constexpr int kOffsetJ = 16777215;

enum class Mode : std::uint8_t { ABC, ABx, AsBx, Ax, sJ };

/// What an operand names.
enum class Operand : std::uint8_t {
  any,       ///< unused, or an immediate value
  reg,       ///< a register
  pair,      ///< a register and its successor
  constant,  ///< a constant
  key,       ///< a constant that is a string
  either,    ///< a constant if k is set, else a register
  upvalue,   ///< an upvalue
  function   ///< a nested function
};

/// What must follow the instruction.
enum class Follower : std::uint8_t { any, jump, metamethod, argument };

struct Layout {
  std::string_view name;
  Mode mode = Mode::ABC;
  Operand a = Operand::any, b = Operand::any, c = Operand::any;  // of ABx, b is Bx
  Follower follower = Follower::any;
};

using enum Operand;

constexpr Layout arithmetic(std::string_view name, Operand c) { return {name, Mode::ABC, reg, reg, c, Follower::metamethod}; }
constexpr Layout test(std::string_view name, Operand b) { return {name, Mode::ABC, reg, b, any, Follower::jump}; }

constexpr std::array<Layout, kOpcodes> kLayouts{{
    {"MOVE", Mode::ABC, reg, reg},
    {"LOADI", Mode::AsBx, reg},
    {"LOADF", Mode::AsBx, reg},
    {"LOADK", Mode::ABx, reg, constant},
    {},  // LOADKX, of functions with more than 2^17 constants: the self-test has none of that size
    {"LOADFALSE", Mode::ABC, reg},
    {"LFALSESKIP", Mode::ABC, reg},
    {"LOADTRUE", Mode::ABC, reg},
    {"LOADNIL", Mode::ABC, reg},
    {"GETUPVAL", Mode::ABC, reg, upvalue},
    {"SETUPVAL", Mode::ABC, reg, upvalue},
    {"GETTABUP", Mode::ABC, reg, upvalue, key},
    {"GETTABLE", Mode::ABC, reg, reg, reg},
    {"GETI", Mode::ABC, reg, reg},
    {"GETFIELD", Mode::ABC, reg, reg, key},
    {"SETTABUP", Mode::ABC, upvalue, key, either},
    {"SETTABLE", Mode::ABC, reg, reg, either},
    {"SETI", Mode::ABC, reg, any, either},
    {"SETFIELD", Mode::ABC, reg, key, either},
    {"NEWTABLE", Mode::ABC, reg, any, any, Follower::argument},
    {"SELF", Mode::ABC, pair, reg, either},
    arithmetic("ADDI", any),
    arithmetic("ADDK", constant),
    arithmetic("SUBK", constant),
    arithmetic("MULK", constant),
    arithmetic("MODK", constant),
    arithmetic("POWK", constant),
    arithmetic("DIVK", constant),
    arithmetic("IDIVK", constant),
    arithmetic("BANDK", constant),
    arithmetic("BORK", constant),
    arithmetic("BXORK", constant),
    arithmetic("SHRI", any),
    arithmetic("SHLI", any),
    arithmetic("ADD", reg),
    arithmetic("SUB", reg),
    arithmetic("MUL", reg),
    arithmetic("MOD", reg),
    arithmetic("POW", reg),
    arithmetic("DIV", reg),
    arithmetic("IDIV", reg),
    arithmetic("BAND", reg),
    arithmetic("BOR", reg),
    arithmetic("BXOR", reg),
    arithmetic("SHL", reg),
    arithmetic("SHR", reg),
    {"MMBIN", Mode::ABC, reg, reg},
    {"MMBINI", Mode::ABC, reg},
    {"MMBINK", Mode::ABC, reg, constant},
    {"UNM", Mode::ABC, reg, reg},
    {"BNOT", Mode::ABC, reg, reg},
    {"NOT", Mode::ABC, reg, reg},
    {"LEN", Mode::ABC, reg, reg},
    {"CONCAT", Mode::ABC, reg},
    {"CLOSE", Mode::ABC, reg},
    {"TBC", Mode::ABC, reg},
    {"JMP", Mode::sJ},
    test("EQ", reg),
    test("LT", reg),
    test("LE", reg),
    test("EQK", constant),
    test("EQI", any),
    test("LTI", any),
    test("LEI", any),
    test("GTI", any),
    test("GEI", any),
    test("TEST", any),
    test("TESTSET", reg),
    {"CALL", Mode::ABC, reg},
    {"TAILCALL", Mode::ABC, reg},
    {"RETURN", Mode::ABC},
    {"RETURN0", Mode::ABC},
    {"RETURN1", Mode::ABC, reg},
    {"FORLOOP", Mode::ABx, reg},
    {"FORPREP", Mode::ABx, reg},
    {"TFORPREP", Mode::ABx, reg},
    {"TFORCALL", Mode::ABC, reg},
    {"TFORLOOP", Mode::ABx, reg},
    {"SETLIST", Mode::ABC, reg},
    {"CLOSURE", Mode::ABx, reg, function},
    {"VARARG", Mode::ABC, reg},
    {"VARARGPREP", Mode::ABC},
    {"EXTRAARG", Mode::Ax},
}};

const Layout& layout(Opcode op) { return kLayouts[static_cast<std::size_t>(op)]; }

std::optional<Instruction> decode(std::uint32_t word) {
  const std::uint32_t op = word & 0x7f;
  if (!is_known(static_cast<Opcode>(op))) return std::nullopt;
  Instruction i;
  i.op = static_cast<Opcode>(op);
  const Mode mode = layout(i.op).mode;
  if (mode == Mode::Ax) {
    i.bx = static_cast<std::int32_t>(word >> 7);
    return i;
  }
  if (mode == Mode::sJ) {
    i.bx = static_cast<std::int32_t>(word >> 7) - kOffsetJ;
    return i;
  }
  i.a = static_cast<std::uint8_t>(word >> 7);
  if (mode == Mode::ABC) {
    i.k = (word >> 15 & 1) != 0;
    i.b = static_cast<std::uint8_t>(word >> 16);
    i.c = static_cast<std::uint8_t>(word >> 24);
  } else {
    i.bx = static_cast<std::int32_t>(word >> 15);
    if (mode == Mode::AsBx) i.bx -= kOffsetBx;
  }
  return i;
}

/// Reads the bytes of a dump. A read past the end, and anything else that is not as it should be, turns it bad; from
/// then on every read gives 0.
class DumpReader {
 public:
  explicit DumpReader(std::string_view bytes) : rest_(bytes) {}

  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }
  void expect(bool condition) { good_ = good_ && condition; }

  std::string_view bytes(std::size_t count) {
    expect(count <= rest_.size());
    if (!good_) return {};
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  template <typename T>
  T raw() {
    T value{};
    const std::string_view from = bytes(sizeof(T));
    if (good_) std::memcpy(&value, from.data(), sizeof(T));
    return value;
  }
  std::uint8_t byte() { return raw<std::uint8_t>(); }

  /// Seven bits a byte, the most significant first; the last byte has its high bit set.
  std::size_t size() {
    std::size_t value = 0;
    while (good_) {
      const std::uint8_t next = byte();
      expect(value <= (~std::size_t{0} >> 7));
      value = value << 7 | (next & 0x7f);
      if ((next & 0x80) != 0) break;
    }
    return good_ ? value : 0;
  }
  int integer() {
    const std::size_t value = size();
    expect(value <= 0x7fffffff);
    return good_ ? static_cast<int>(value) : 0;
  }
  /// The length of an array of which each entry takes at least one byte.
  std::size_t count() {
    const std::size_t value = size();
    expect(value <= rest_.size());
    return good_ ? value : 0;
  }
  /// A string, or nothing where there is none.
  std::optional<std::string> string() {
    const std::size_t size_and_one = size();
    if (!good_ || size_and_one == 0) return std::nullopt;
    return std::string(bytes(size_and_one - 1));
  }

 private:
  std::string_view rest_;
  bool good_ = true;
};

constexpr std::string_view kData = "\x19\x93\r\n\x1a\n";
constexpr lua_Integer kIntegerInHeader = 0x5678;
constexpr lua_Number kNumberInHeader = 370.5;

void check_header(DumpReader& in) {
  in.expect(in.bytes(4) == "\x1bLua");
  in.expect(in.byte() == 0x54);
  in.expect(in.byte() == 0);
  in.expect(in.bytes(kData.size()) == kData);
  in.expect(in.byte() == sizeof(std::uint32_t));
  in.expect(in.byte() == sizeof(lua_Integer));
  in.expect(in.byte() == sizeof(lua_Number));
  in.expect(in.raw<lua_Integer>() == kIntegerInHeader);
  in.expect(in.raw<lua_Number>() == kNumberInHeader);
}

Constant read_constant(DumpReader& in) {
  switch (in.byte()) {
    case 0: return std::monostate{};
    case 1: return false;
    case 17: return true;
    case 3: return in.raw<lua_Integer>();
    case 19: return in.raw<lua_Number>();
    case 4:
    case 20: {
      std::optional<std::string> text = in.string();
      in.expect(text.has_value());
      return text.value_or(std::string());
    }
    default: in.expect(false); return std::monostate{};
  }
}

constexpr int kMostNested = 100;

void read_lines(DumpReader& in, FunctionPrototype& function) {
  const std::size_t count = in.count();
  in.expect(count == function.code.size());  // else it was stripped
  const std::string_view steps = in.bytes(in.good() ? count : 0);
  std::vector<std::pair<int, int>> absolute(in.count());
  for (auto& [pc, line] : absolute) {
    pc = in.integer();
    line = in.integer();
  }
  constexpr signed char kAbsolute = -128;
  std::int64_t line = function.line_defined;
  std::size_t next = 0;
  for (std::size_t pc = 0; in.good() && pc < steps.size(); ++pc) {
    const auto step = static_cast<signed char>(steps[pc]);
    if (step == kAbsolute) {
      in.expect(next < absolute.size() && absolute[next].first == static_cast<int>(pc));
      if (!in.good()) return;
      line = absolute[next++].second;
    } else {
      line += step;
    }
    in.expect(line >= 0 && line <= 0x7fffffff);
    function.lines.push_back(in.good() ? static_cast<int>(line) : 0);
  }
}

FunctionPrototype read_prototype(DumpReader& in, const std::string& enclosing_source, int nested) {
  FunctionPrototype function;
  in.expect(nested <= kMostNested);
  if (!in.good()) return function;
  function.source = in.string().value_or(enclosing_source);
  function.line_defined = in.integer();
  in.integer();  // the last line
  function.parameters = in.byte();
  function.is_vararg = in.byte() != 0;
  function.registers = in.byte();
  const std::size_t instructions = in.count();
  for (std::size_t i = 0; in.good() && i < instructions; ++i) {
    const std::optional<Instruction> instruction = decode(in.raw<std::uint32_t>());
    in.expect(instruction.has_value());
    if (instruction) function.code.push_back(*instruction);
  }
  const std::size_t constants = in.count();
  for (std::size_t i = 0; in.good() && i < constants; ++i) function.constants.push_back(read_constant(in));
  const std::size_t upvalues = in.count();
  for (std::size_t i = 0; in.good() && i < upvalues; ++i) {
    UpvalueDescription& description = function.upvalues.emplace_back();
    description.in_stack = in.byte() != 0;
    description.index = in.byte();
    in.byte();  // the kind of variable: regular, constant, to be closed
  }
  const std::size_t functions = in.count();
  for (std::size_t i = 0; in.good() && i < functions; ++i)
    function.functions.push_back(read_prototype(in, function.source, nested + 1));
  read_lines(in, function);
  const std::size_t locals = in.count();
  for (std::size_t i = 0; in.good() && i < locals; ++i) {
    LocalVariable& local = function.locals.emplace_back();
    local.name = in.string().value_or(std::string());
    local.start = in.integer();
    local.end = in.integer();
  }
  const std::size_t names = in.count();
  in.expect(names == function.upvalues.size());
  for (std::size_t i = 0; in.good() && i < names; ++i) function.upvalues[i].name = in.string().value_or(std::string());
  return function;
}

bool is_metamethod(Opcode op) { return op == Opcode::MMBIN || op == Opcode::MMBINI || op == Opcode::MMBINK; }

/// Whether everything that the function's code names exists.
class WellFormed {
 public:
  explicit WellFormed(const FunctionPrototype& function) : f_(function) {}

  bool check() const {
    if (f_.code.empty() || f_.parameters > f_.registers) return false;
    const Opcode last = f_.code.back().op;
    if (last != Opcode::RETURN && last != Opcode::RETURN0 && last != Opcode::RETURN1) return false;
    for (int pc = 0; pc < size(); ++pc)
      if (!check(pc)) return false;
    for (const FunctionPrototype& inner : f_.functions) {
      for (const UpvalueDescription& upvalue : inner.upvalues)
        if (upvalue.index >= (upvalue.in_stack ? f_.registers : static_cast<int>(f_.upvalues.size()))) return false;
      if (!WellFormed(inner).check()) return false;
    }
    return true;
  }

 private:
  int size() const { return static_cast<int>(f_.code.size()); }
  bool is_register(int index) const { return index < f_.registers; }
  bool is_pc(int pc) const { return pc >= 0 && pc < size(); }
  bool is_op(int pc, Opcode op) const { return is_pc(pc) && f_.code[static_cast<std::size_t>(pc)].op == op; }

  bool check(Operand what, int value, bool k) const {
    switch (what) {
      case any: return true;
      case reg: return is_register(value);
      case pair: return is_register(value + 1);
      case constant: return value < static_cast<int>(f_.constants.size());
      case key:
        return value < static_cast<int>(f_.constants.size()) &&
               std::holds_alternative<std::string>(f_.constants[static_cast<std::size_t>(value)]);
      case either: return check(k ? constant : reg, value, k);
      case upvalue: return value < static_cast<int>(f_.upvalues.size());
      case function: return value < static_cast<int>(f_.functions.size());
    }
    return false;
  }

  bool check(int pc) const {
    const Instruction& i = f_.code[static_cast<std::size_t>(pc)];
    const Layout& expected = layout(i.op);
    const int b = expected.mode == Mode::ABC ? i.b : i.bx;
    if (!check(expected.a, i.a, i.k) || !check(expected.b, b, i.k) || !check(expected.c, i.c, i.k)) return false;
    // The last instruction returns, so every other one has a successor.
    switch (expected.follower) {
      case Follower::any: break;
      case Follower::jump:
        if (!is_op(pc + 1, Opcode::JMP) || !is_pc(pc + 2)) return false;
        break;
      case Follower::metamethod:
        if (!is_pc(pc + 2) || !is_metamethod(f_.code[static_cast<std::size_t>(pc) + 1].op)) return false;
        break;
      case Follower::argument:
        if (!is_op(pc + 1, Opcode::EXTRAARG)) return false;
        break;
    }
    switch (i.op) {
      case Opcode::LFALSESKIP: return is_pc(pc + 2);
      case Opcode::LOADNIL: return is_register(i.a + i.b);
      case Opcode::CONCAT: return i.b >= 1 && is_register(i.a + i.b - 1);
      case Opcode::JMP: return is_pc(f_.target(pc));
      case Opcode::CALL:
      case Opcode::TAILCALL:
        return (i.b == 0 || is_register(i.a + i.b - 1)) && (i.op == Opcode::TAILCALL || i.c < 2 || is_register(i.a + i.c - 2));
      case Opcode::RETURN: return i.b == 1 || is_register(i.a + (i.b == 0 ? 0 : i.b - 2));  // none: A may be one too many
      case Opcode::FORPREP:
        return is_register(i.a + 3) && is_op(f_.target(pc) - 1, Opcode::FORLOOP) && is_pc(f_.target(pc)) &&
               f_.code[static_cast<std::size_t>(f_.target(pc)) - 1].a == i.a && f_.target(f_.target(pc) - 1) == pc + 1;
      case Opcode::FORLOOP: return is_op(f_.target(pc) - 1, Opcode::FORPREP) && f_.target(f_.target(pc) - 1) == pc + 1;
      case Opcode::TFORPREP:
        return is_register(i.a + 4) && is_op(f_.target(pc), Opcode::TFORCALL) &&
               f_.code[static_cast<std::size_t>(f_.target(pc))].a == i.a;
      case Opcode::TFORCALL: return i.c >= 1 && is_register(i.a + 3 + i.c) && is_op(pc + 1, Opcode::TFORLOOP);
      case Opcode::TFORLOOP: return is_op(pc - 1, Opcode::TFORCALL) && is_op(f_.target(pc) - 1, Opcode::TFORPREP);
      case Opcode::SETLIST: return is_register(i.a + i.b) && (!i.k || is_op(pc + 1, Opcode::EXTRAARG));
      default: return true;
    }
  }

  const FunctionPrototype& f_;
};

std::atomic<int> pretending{0};

/// Appends to the std::string at `to`. Lua does not see an exception of ours.
int append(lua_State*, const void* bytes, std::size_t count, void* to) {
  try {
    static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), count);
    return 0;
  } catch (const std::bad_alloc&) {
    return 1;
  }
}

std::optional<FunctionPrototype> dump_and_parse(lua_State* L, int index) {
  if (!lua_isfunction(L, index) || lua_iscfunction(L, index) || lua_checkstack(L, 1) == 0) return std::nullopt;
  std::string bytes;
  lua_pushvalue(L, index);
  const int status = lua_dump(L, append, &bytes, 0);
  lua_pop(L, 1);
  if (status != 0) return std::nullopt;
  return parse_dump(bytes);
}

/// Chunks and the code that they must compile to, nested functions after the function that holds them.
struct KnownChunk {
  const char* source;
  std::string_view code;
};

constexpr KnownChunk kKnownChunks[] = {
    {"local a, b = ... for i = a, b, 2 do local c = i + 3 - b * 2 // a % 7 end",
     "VARARGPREP 0 0 0; VARARG 0 0 3; MOVE 2 0 0; MOVE 3 1 0; LOADI 4 2; FORPREP 2 10; ADDI 6 5 130; MMBINI 5 "
     "130 6; MULK 7 1 0; MMBINK 1 0 8; IDIV 7 7 0; MMBIN 7 0 12; MODK 7 7 1; MMBINK 7 1 9; SUB 6 6 7; MMBIN 6 "
     "7 7; FORLOOP 2 11; RETURN 2 1 1"},
    {"local a, b = ... while a <= b and not (a == 4) do a = a & b | 5 ~ a << 1 >> b if a < 9 then break end end return a > 1, "
     "-a, ~b, #a",
     "VARARGPREP 0 0 0; VARARG 0 0 3; LE 0 1 0; JMP 15; EQI 0 131 0 k; JMP 13; BAND 2 0 1; MMBIN 0 1 13; SHRI "
     "3 0 126; MMBINI 0 128 16; SHR 3 3 1; MMBIN 3 1 17; BXORK 3 3 0; MMBINK 3 0 15 k; BOR 0 2 3; MMBIN 2 3 "
     "14; LTI 0 136 0 k; JMP 1; JMP -17; GTI 0 128 0 k; JMP 1; LFALSESKIP 2 0 0; LOADTRUE 2 0 0; UNM 3 0 0; "
     "BNOT 4 1 0; LEN 5 0 0; RETURN 2 5 1; RETURN 2 1 1"},
    {"local function f(x) if x == 'k' or x >= 2 then return f(x - 1) end return x end local t = { 1, 2, n = f } for i, v in "
     "ipairs(t) do t[i] = t.n(v, t[1]) end",
     "VARARGPREP 0 0 0; CLOSURE 0 0; NEWTABLE 1 1 2; EXTRAARG 0; LOADI 2 1; LOADI 3 2; SETFIELD 1 0 0; "
     "SETLIST 1 2 0; GETTABUP 2 0 1; MOVE 3 1 0; CALL 2 2 5; TFORPREP 2 5; GETFIELD 8 1 0; MOVE 9 7 0; GETI "
     "10 1 1; CALL 8 3 2; SETTABLE 1 6 8; TFORCALL 2 0 2; TFORLOOP 2 7; CLOSE 2 0 0; RETURN 2 1 1 k | EQK 0 0 "
     "0 k; JMP 2; GEI 0 129 0; JMP 5; GETUPVAL 1 0 0; ADDI 2 0 126; MMBINI 0 128 7; TAILCALL 1 2 0; RETURN 1 "
     "0 0; RETURN1 0 2 0; RETURN0 1 1 0"},
    {"local s = nil local b = s and 3 or s == nil return function(x) s = x; return x:m(b, 2.5, true, 1e100), s ~= x end",
     "VARARGPREP 0 0 0; LOADNIL 0 0 0; TEST 0 0 0; JMP 3; LOADI 1 3; TEST 1 0 0 k; JMP 4; EQK 0 0 0 k; JMP 1; "
     "LFALSESKIP 1 0 0; LOADTRUE 1 0 0; CLOSURE 2 0; RETURN 2 2 1 k; RETURN 2 1 1 k | SETUPVAL 0 0 0; SELF 1 "
     "0 0 k; GETUPVAL 3 1 0; LOADK 4 1; LOADTRUE 5 0 0; LOADK 6 2; CALL 1 6 2; GETUPVAL 2 0 0; EQ 2 0 0; JMP "
     "1; LFALSESKIP 2 0 0; LOADTRUE 2 0 0; RETURN 1 3 0; RETURN0 1 1 0"},
    {"repeat local a <const> = 1; local x, y = 1 // a, G.h % 2; G[x] = y; G.y = x; G[1] = 2 until x <= y goto e do return (x / "
     "y)^2 .. 'a' end ::e:: ",
     "VARARGPREP 0 0 0; LOADI 0 1; GETTABUP 1 0 0; GETFIELD 1 1 1; MODK 1 1 2; MMBINK 1 2 9; GETTABUP 2 0 0; "
     "SETTABLE 2 0 1; GETTABUP 2 0 0; SETFIELD 2 3 0; GETTABUP 2 0 0; SETI 2 1 2 k; LE 0 1 0; JMP -13; JMP 9; "
     "GETTABUP 0 0 4; GETTABUP 1 0 3; DIV 0 0 1; MMBIN 0 1 11; POWK 0 0 2; MMBINK 0 2 10; LOADK 1 5; CONCAT 0 "
     "2 0; RETURN 0 2 1; RETURN 0 1 1"},
    {"local a, b = ... a = a + 1000 - 1000 b = a / 2 + (b // 2 & 2 | 2) return 1 << a, a + b * a % b ^ a ~ b << a",
     "VARARGPREP 0 0 0; VARARG 0 0 3; ADDK 2 0 0; MMBINK 0 0 6; SUBK 0 2 0; MMBINK 2 0 7; DIVK 2 0 1; MMBINK 0 1 11; IDIVK 3 1 "
     "1; MMBINK 1 1 12; BANDK 3 3 1; MMBINK 3 1 13; BORK 3 3 1; MMBINK 3 1 14; ADD 1 2 3; MMBIN 2 3 6; SHLI 2 0 128; MMBINI 0 "
     "128 16 k; MUL 3 1 0; MMBIN 1 0 8; POW 4 1 0; MMBIN 1 0 10; MOD 3 3 4; MMBIN 3 4 9; ADD 3 0 3; MMBIN 0 3 6; SHL 4 1 0; "
     "MMBIN 1 0 16; BXOR 3 3 4; MMBIN 3 4 15; RETURN 2 3 1; RETURN 2 1 1"},
    {"local a, b = ... local c <close> = nil if a < b and not (a <= 9) then x = a[b] end local d, e = 2.0, false return a and "
     "b, "
     "not d",
     "VARARGPREP 0 0 0; VARARG 0 0 3; LOADNIL 2 0 0; TBC 2 0 0; LT 0 1 0; JMP 4; LEI 0 136 0 k; JMP 2; GETTABLE 3 0 1; "
     "SETTABUP "
     "0 0 3; LOADF 3 2; LOADFALSE 4 0 0; TESTSET 5 0 0; JMP 1; MOVE 5 1 0; NOT 6 3 0; RETURN 5 3 1 k; RETURN 5 1 1 k"},
};

std::string listing(const FunctionPrototype& function) {
  std::string text;
  for (const Instruction& i : function.code) text += (text.empty() ? "" : "; ") + to_string(i);
  for (const FunctionPrototype& inner : function.functions) text += " | " + listing(inner);
  return text;
}

/// Whether every instruction stands on line 1, as it does in the known chunks.
bool has_lines(const FunctionPrototype& function) {
  return std::ranges::all_of(function.lines, [](int line) { return line == 1; }) &&
         std::ranges::all_of(function.functions, has_lines);
}

}  // namespace

bool is_known(Opcode op) { return static_cast<int>(op) < kOpcodes && !layout(op).name.empty(); }

bool is_test(Opcode op) { return layout(op).follower == Follower::jump; }

std::vector<FunctionPrototype> self_test() {
  std::vector<FunctionPrototype> functions;
  const std::unique_ptr<lua_State, decltype(&lua_close)> state(luaL_newstate(), &lua_close);
  if (!state) return {};
  for (const KnownChunk& known : kKnownChunks) {
    if (luaL_loadbufferx(state.get(), known.source, std::strlen(known.source), "=known", "t") != LUA_OK) return {};
    std::optional<FunctionPrototype> function = dump_and_parse(state.get(), -1);
    lua_pop(state.get(), 1);
    if (!function || listing(*function) != known.code || !has_lines(*function)) return {};
    functions.push_back(*std::move(function));
  }
  return functions;
}

int FunctionPrototype::target(int pc) const {
  const Instruction& i = code[static_cast<std::size_t>(pc)];
  switch (i.op) {
    case Opcode::JMP: return pc + 1 + i.bx;
    case Opcode::FORPREP: return pc + 2 + i.bx;
    case Opcode::TFORPREP: return pc + 1 + i.bx;
    case Opcode::FORLOOP:
    case Opcode::TFORLOOP: return pc + 1 - i.bx;
    default: return pc + 1;
  }
}

int FunctionPrototype::locals_at(int pc) const {
  int count = 0;
  for (const LocalVariable& local : locals)
    if (local.start <= pc && pc < local.end) ++count;
  return count;
}

std::string FunctionPrototype::local_name(int index, int pc) const {
  for (const LocalVariable& local : locals)
    if (local.start <= pc && pc < local.end && index-- == 0) return local.name;
  return {};
}

std::optional<FunctionPrototype> parse_dump(std::string_view bytes) {
  DumpReader in(bytes);
  check_header(in);
  const std::uint8_t upvalues = in.byte();
  FunctionPrototype function = read_prototype(in, "", 0);
  in.expect(in.at_end());
  in.expect(function.upvalues.size() == upvalues);
  if (!in.good() || !WellFormed(function).check()) return std::nullopt;
  return function;
}

bool dump_format_is_known() {
  static const bool known = !self_test().empty();
  return known && pretending.load() == 0;
}

std::optional<FunctionPrototype> read_function(lua_State* L, int index) {
  if (!dump_format_is_known()) return std::nullopt;
  return dump_and_parse(L, index);
}

PretendUnknownDumpFormat::PretendUnknownDumpFormat() { ++pretending; }
PretendUnknownDumpFormat::~PretendUnknownDumpFormat() { --pretending; }

std::string to_string(const Instruction& i) {
  const Layout& l = layout(i.op);
  switch (l.mode) {
    case Mode::Ax:
    case Mode::sJ: return fmt::format("{} {}", l.name, i.bx);
    case Mode::ABx:
    case Mode::AsBx: return fmt::format("{} {} {}", l.name, i.a, i.bx);
    case Mode::ABC: return fmt::format("{} {} {} {}{}", l.name, i.a, i.b, i.c, i.k ? " k" : "");
  }
  return {};
}

}  // namespace bouton::lua
