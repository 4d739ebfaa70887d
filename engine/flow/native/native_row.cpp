#include "engine/flow/native/native_row.h"

#ifndef BOUTON_ASMJIT

namespace bouton {

struct NativeRow::Code {};

Result<NativeRow> NativeRow::compile(const FlowProgram&, FlowSink, const FlowBox&, const FlowFacts&) {
  return Refusal{"Bouton was built without a code generator for this machine"};
}
NativeRow::NativeRow(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
std::size_t NativeRow::bytes() const { return 0; }
bool has_native_code() { return false; }

}  // namespace bouton

#else

#include <cstdio>
#include <string>
#include <utility>

#include "engine/flow/native/row_emitter.h"

// What asmjit says of its own mistakes goes here, in this file so that whatever takes asmjit has it: see cmake/libraries.cmake.
extern "C" {
[[gnu::visibility("hidden")]] extern std::FILE* bouton_asmjit_output;
std::FILE* bouton_asmjit_output = stderr;
}

namespace bouton {
namespace {

/// Functions that call each other take this much of a program's registers and no more: larger frames might exhaust the stack.
constexpr std::uint32_t kMostCalledRegisters = 200;

/// Stops the emission: asmjit found something that it cannot do.
struct Failed {
  const char* what;
};

class ErrorThrower : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error error, const char*, asmjit::BaseEmitter*) override {
    throw Failed{asmjit::DebugUtils::errorAsString(error)};
  }
};

/// Why a program is not compiled, though it is right.
std::optional<Refusal> unfit(const FlowProgram& program, FlowSink sink) {
  if (program.dimensions > kMostFlowDimensions) return Refusal{"the positions have many coordinates"};
  if (sink != FlowSink::list && (program.cells > 0 || !keeps_length(program)))
    return Refusal{"the program is one that lists options alone"};
  for (std::size_t f = 1; f < program.functions.size(); ++f) {
    const FlowFunction& function = program.functions[f];
    if (function.results > kMostFlowResults || function.parameters > 12 || function.registers > kMostCalledRegisters)
      return Refusal{"a function that calls itself is large"};
  }
  if (sink != FlowSink::list && sink != FlowSink::grundy && has_splits(program)) return Refusal{"a move splits the position"};
  if (sink != FlowSink::list && calls_name_options(program)) return Refusal{"a function that calls itself names options"};
  for (const std::vector<std::int64_t>& list : program.lists)
    if (list.size() > (std::size_t{1} << 24)) return Refusal{"a list is very long"};
  return std::nullopt;
}

}  // namespace

struct NativeRow::Code {
  Code() = default;
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;
  ~Code() {
    if (memory != nullptr) asmjit::VirtMem::release(memory, size);
  }
  FlowProgram program;  ///< whose lists the code reads
  void* memory = nullptr;
  std::size_t size = 0;
  std::size_t entry = 0;
};

NativeRow::NativeRow(std::shared_ptr<const Code> code) : code_(std::move(code)) {
  entry_ = reinterpret_cast<Entry>(static_cast<char*>(code_->memory) + code_->entry);
}

std::size_t NativeRow::bytes() const { return code_->size; }

bool has_native_code() { return asmjit::Environment::host().is64Bit(); }

Result<NativeRow> NativeRow::compile(const FlowProgram& program, FlowSink sink, const FlowBox& box, const FlowFacts& facts) {
  if (!has_native_code()) return Refusal{"there is no code generator for this machine"};
  if (auto refusal = unfit(program, sink)) return *refusal;
  const auto refused = [](const char* what) { return Refusal{std::string("the code generator says: ") + what}; };
  auto made = std::make_shared<Code>();
  made->program = program;
  try {
    ErrorThrower thrower;
    asmjit::CodeHolder holder;
    holder.init(asmjit::Environment::host());
    holder.setErrorHandler(&thrower);
    native::MacroAssembler assembler(holder);
    const asmjit::Label entry = native::RowEmitter(assembler, made->program, sink, box, facts).emit();
    assembler.finalize();
    holder.flatten();
    holder.resolveUnresolvedLinks();
    const std::size_t page = asmjit::VirtMem::info().pageSize;
    made->size = (holder.codeSize() + page - 1) / page * page;
    if (asmjit::VirtMem::alloc(&made->memory, made->size, asmjit::VirtMem::MemoryFlags::kAccessRW) != asmjit::kErrorOk)
      return refused("no memory");
    holder.relocateToBase(reinterpret_cast<std::uintptr_t>(made->memory));
    holder.copyFlattenedData(made->memory, made->size);
    if (asmjit::VirtMem::protect(made->memory, made->size, asmjit::VirtMem::MemoryFlags::kAccessRX) != asmjit::kErrorOk)
      return refused("the system gives no memory for machine code");
    asmjit::VirtMem::flushInstructionCache(made->memory, made->size);
    made->entry = holder.labelOffset(entry);
  } catch (const Failed& failed) {
    return refused(failed.what);
  }
  return NativeRow(std::shared_ptr<const Code>(std::move(made)));
}

}  // namespace bouton

#endif
