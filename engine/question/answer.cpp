#include "engine/question/answer.h"

namespace bouton {
namespace {

constexpr std::size_t kOfMove = 512;

}  // namespace

std::size_t bytes_of_position_in_move(std::size_t coordinates) {
  constexpr std::size_t kOfPosition = 128, kOfCoordinate = 112;
  return kOfPosition + kOfCoordinate * coordinates;
}

std::size_t bytes_of_move(const Options::Option& option) {
  std::size_t bytes = kOfMove;
  for (std::size_t part = 0; part < option.size(); ++part) bytes += bytes_of_position_in_move(option[part].size());
  return bytes;
}

std::size_t bytes_of_move(const std::vector<BigPosition>& to) {
  constexpr std::size_t kOfByte = 8;  // of a number: its digits are written several times
  std::size_t bytes = kOfMove;
  for (const BigPosition& position : to) {
    bytes += bytes_of_position_in_move(position.size());
    for (const Integer& number : position)
      if (const std::size_t limbs = mpz_size(number.get_mpz_t()); limbs > 1) bytes += kOfByte * limbs * sizeof(mp_limb_t);
  }
  return bytes;
}

}  // namespace bouton
