#include "engine/closed_form/wythoff/wythoff_states.h"

#include "engine/closed_form/wythoff/golden_ratio.h"

namespace bouton {
namespace {

Integer lower_number(const Integer& k) { return golden_floor(k); }

WythoffState state_of(const WythoffPlace& S, const WythoffPlace& L) {
  if (S.lower && !L.lower) return S.k == L.k ? WythoffState::pair : WythoffState::lower_upper;
  if (S.lower) return WythoffState::two_lower;
  return L.lower ? WythoffState::upper_lower : WythoffState::two_upper;
}

}  // namespace

WythoffPlace wythoff_place(const Integer& number) {
  if (number == 0) return {true, 0};
  const Integer multiple = golden_floor(number);
  Integer k = multiple - number + 1;  // ceil(number / phi), as 1/phi = phi - 1
  if (lower_number(k) == number) return {true, std::move(k)};
  return {false, 2 * number - multiple};  // ceil(number / phi^2), as 1/phi^2 = 2 - phi
}

char letter(WythoffState state) { return static_cast<char>('A' + static_cast<int>(state)); }

WythoffReading read_wythoff(Integer S, Integer L) {
  if (S > L) std::swap(S, L);
  WythoffReading reading;
  reading.m = L - S;
  reading.a_m = lower_number(reading.m);
  reading.of_S = wythoff_place(S);
  reading.of_L = wythoff_place(L);
  reading.state = S == L && S == 0 ? WythoffState::pair : state_of(reading.of_S, reading.of_L);
  if (S > reading.a_m) {
    reading.to = {reading.a_m, reading.a_m + reading.m};
  } else if (S < reading.a_m) {
    const Integer a = lower_number(reading.of_S.k);
    reading.to = {a, a + reading.of_S.k};
  }
  reading.S = std::move(S);
  reading.L = std::move(L);
  return reading;
}

}  // namespace bouton
