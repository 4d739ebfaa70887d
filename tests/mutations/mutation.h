#pragma once

/// What the mutated copy of the engine asks: see mutations.py.
namespace bouton::mutations {

constexpr int kMost = 1000;
extern int active;                   ///< the number of the mutation that is switched on in this process; 0: none
extern unsigned char passed[kMost];  ///< by number: 1 once a mutation's place has been passed

[[gnu::always_inline]] inline bool is_on(int number) {
  passed[number] = 1;
  return active == number;
}

}  // namespace bouton::mutations
