#include <string>

#include "engine/base/checksum.h"
#include "engine/base/little_endian.h"
#include "engine/program/move_program.h"

namespace bouton {
namespace {

void append_block(std::string& bytes, const Block& block) {
  append_little_endian(bytes, static_cast<std::uint32_t>(block.size()));
  for (const Statement& statement : block) {
    append_little_endian(bytes, static_cast<std::uint8_t>(statement.kind));
    for (const std::uint32_t number : {statement.slot, statement.a, statement.b, statement.c})
      append_little_endian(bytes, number);
    append_block(bytes, statement.body);
    append_block(bytes, statement.otherwise);
    append_little_endian(bytes, static_cast<std::uint32_t>(statement.to.size()));
    for (const std::vector<ExpressionId>& to : statement.to) {
      append_little_endian(bytes, static_cast<std::uint32_t>(to.size()));
      for (const ExpressionId coordinate : to) append_little_endian(bytes, coordinate);
    }
  }
}

}  // namespace

std::uint64_t checksum_of(const MoveProgram& program) {
  std::string bytes;
  append_little_endian(bytes, static_cast<std::uint32_t>(program.dimensions));
  append_little_endian(bytes, static_cast<std::uint32_t>(program.lists.size()));
  for (const std::vector<std::int64_t>& list : program.lists) {
    append_little_endian(bytes, static_cast<std::uint32_t>(list.size()));
    for (const std::int64_t element : list) append_little_endian(bytes, element);
  }
  append_little_endian(bytes, static_cast<std::uint32_t>(program.expressions.size()));
  for (const Expression& expression : program.expressions) {
    append_little_endian(bytes, static_cast<std::uint8_t>(expression.op));
    for (const ExpressionId operand : {expression.a, expression.b, expression.c}) append_little_endian(bytes, operand);
    append_little_endian(bytes, expression.value);
  }
  append_block(bytes, program.body);
  Checksum checksum;
  checksum.add(bytes);
  return checksum.value();
}

}  // namespace bouton
