// What a unit of counted work takes: the one table of constants by which methods estimate, and plans compare, what they take.
//
// In seconds of a machine of 2020. Estimates are compared with each other and with limits in the same unit and never with a
// clock, so that a question takes the same course on every machine; what people read is scaled by machine_factor().
// `scripts/bench --calibrate` compares the table with what is measured.
#pragma once

namespace bouton::costs {

// Formulas: a question about a small position, a position of a box, a decimal digit of a large one.
inline constexpr double kFormula = 2e-6, kFormulaInBox = 5e-7, kFormulaDigit = 2e-8;

// Theorems: a proof of one that is kept, a pass over the digits of one position, a digit that has to be found first, a step of
// ClosedForm::steps_to_positions.
inline constexpr double kProof = 0.01, kPass = 1e-6, kDigit = 2e-6, kAutomatonStep = 3e-9;

// Sequences of heaps: a question, a heap that the sparse way or a bounded window counts, a pair of heaps.
inline constexpr double kHeapQuestion = 5e-6, kHeap = 4e-7, kHeapPair = 4e-11;

// Search: setting it up, a position, one of its options, a round of the loops that find them; what is at hand after a look.
inline constexpr double kSearch = 2e-4, kSearchPosition = 6.7e-7, kSearchOption = 1e-7, kSearchRound = 3e-9, kAtHand = 1e-6;

// Tables: the analysis of the moves, and a look into a table that is there.
inline constexpr double kTableAnalysis = 2e-4, kTableLookUp = 1e-6;
// Rays: a cell and a line through it, for Grundy values; 64 outcomes on a line; a cell that guards are evaluated at; a line
// through a cell, for the remoteness.
inline constexpr double kRayGrundyCell = 12e-9, kRayGrundyLine = 4e-9, kRayOutcomeWord = 2e-9, kRayGuards = 4e-9,
                        kRayRemotenessLine = 2e-9;
// Row shifts: 64 positions of a row and a move; a move of a row, which is found once a row.
inline constexpr double kShiftWord = 0.7e-9, kShiftMove = 3e-7;
// Thresholds: a move of a row.
inline constexpr double kThresholdMove = 1.5e-9;
// Marking: a position, a mark, a run of marks.
inline constexpr double kMarkedPosition = 1e-9, kMark = 1.5e-9, kMarkRun = 25e-9;
// The batch interpreter: an option, a position.
inline constexpr double kBatchOption = 1.2e-9, kBatchCell = 60e-9;
// Machine code: making it; a position, an option, a round of a loop.
inline constexpr double kNativeCode = 2e-3, kNativePosition = 6e-9, kNativeOption = 0.7e-9, kNativeTick = 0.8e-9;
// How many times as long the interpreter of the same form takes.
inline constexpr double kFlowInterpreter = 8;

/// How many times as long this machine takes as the one of the table, by one small loop, which is timed once a process; some
/// 100 microseconds the first time.
double machine_factor();

}  // namespace bouton::costs
