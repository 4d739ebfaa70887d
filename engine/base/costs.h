// What a unit of counted work takes: the one table of constants by which methods estimate, and plans compare, what they take.
//
// In seconds of a machine of 2020. Estimates are compared with each other and with limits in the same unit and never with a
// clock, so that a question takes the same course on every machine; what people read is scaled by machine_factor().
// `scripts/bench --calibrate` compares the table with what is measured.
#pragma once

namespace bouton::costs {

// Formulas: a question about a small position, a position of a box, a decimal digit of a large one.
inline constexpr double kFormula = 2e-6, kFormulaInBox = 3e-7, kFormulaDigit = 2e-8;

// Theorems: a proof of one that is kept, a pass over the digits of one position, a digit that has to be found first, a step of
// ClosedForm::steps_to_positions.
inline constexpr double kProof = 0.01, kPass = 1e-6, kDigit = 2e-6, kAutomatonStep = 3e-9;

// Sequences of heaps: a question; a heap of which one is left; a pair of heaps that are left, one after the other, many at
// once, and where any number of tokens is removed; a value and a move of the sparse way; 64 values of a total of three heaps or
// more; a heap whose value is known; an option of a heap, and one that the rule lists in its own language.
inline constexpr double kHeapQuestion = 5e-6, kHeap = 5e-8, kHeapPair = 3e-10, kHeapDensePair = 2e-10,
                        kHeapRepeatedPair = 1.8e-9, kHeapSparseValue = 4e-9, kHeapPartitionWord = 1.5e-8, kHeapCell = 2.5e-9,
                        kHeapOption = 3e-7, kHeapListedOption = 1e-6;

// An option that is listed and looked at, by the program of the moves and by the rule's own language.
inline constexpr double kOption = 4e-7, kInterpretedOption = 8e-7;

// Search: setting it up, a position, one of its options, a round of the loops that find them; what is at hand after a look.
inline constexpr double kSearch = 5e-5, kSearchPosition = 6.7e-7, kSearchOption = 1e-7, kSearchRound = 3e-9, kAtHand = 1e-6;

// Tables: the analysis of the moves, a look into a table that is there, a cell that is written.
inline constexpr double kTableAnalysis = 2e-4, kTableLookUp = 1e-6, kTableCell = 8e-10;
// Rays: a cell and a line through it, for Grundy values; 64 outcomes on a line; an outcome that depends on single steps within
// its row; a cell that guards are evaluated at; a line through a cell, for the remoteness.
inline constexpr double kRayGrundyCell = 12e-9, kRayGrundyLine = 4e-9, kRayOutcomeWord = 2e-9, kRayOutcomeStep = 4e-9,
                        kRayGuards = 4e-9, kRayRemotenessLine = 2e-9;
// The P-position of a row, by a direction of lines.
inline constexpr double kRaySparseRow = 2e-8;
// Row shifts: 64 positions of a row and a move; a row; a move of it, which is found once a row.
inline constexpr double kShiftWord = 0.7e-9, kShiftRow = 3.5e-6, kShiftMove = 2.3e-7;
// Thresholds: a move of a row.
inline constexpr double kThresholdMove = 1.5e-9;
// Marking: a position, a mark, what one takes more that is not beside the last, a run of marks.
inline constexpr double kMarkedPosition = 4e-10, kMark = 1e-9, kMarkApart = 1.2e-9, kMarkRun = 20e-9;
// The batch interpreter: an option, one where moves divide, one where the options of neighbours are not neighbours; a position.
inline constexpr double kBatchOption = 0.8e-9, kBatchLongOption = 2e-9, kBatchOptionApart = 2.5e-9, kBatchCell = 45e-9;
// What has been counted of it: a position, a vector's share of a lane, an operation for the lanes of a row, and of a position.
inline constexpr double kBatchPosition = 12e-9, kBatchTick = 0.042e-9, kBatchRowRun = 14e-9, kBatchCellRun = 10e-9;
// How many times as long an option takes where not the outcome is asked for.
inline constexpr double kBatchGrundy = 1.3, kBatchRemoteness = 2.5;
// Machine code: making it; a position, an option, a round of a loop, one with a division or a remembered call in it, a division
// by a constant; which part of the options is looked at for an outcome.
inline constexpr double kNativeCode = 4e-4, kNativePosition = 3e-9, kNativeOption = 0.4e-9, kNativeTick = 0.7e-9,
                        kNativeLongTick = 2e-9, kNativeDivision = 0.6e-9, kNativeOutcome = 0.5;
// What each thread beside the first adds to the speed of machine code; what it must take before there are others.
inline constexpr double kNativeThread = 0.5, kNativeTogether = 5e-4;
// Sums of coordinates, option by option: a position, and one of its options.
inline constexpr double kTilePosition = 2e-9, kTileOption = 0.15e-9;
// Constant steps: a step of the positions of a vector; a cell that is copied to its place, that is turned round with its
// neighbours, and that goes there alone; a step of one position, where Grundy values are large.
inline constexpr double kStepVector = 0.4e-9, kStepCopied = 0.1e-9, kStepTransposed = 0.2e-9, kStepScattered = 1.5e-9,
                        kStepNumber = 2e-9;
// Looking for a fixed set of steps in control flow: an instruction, or a meeting of two paths.
inline constexpr double kStepSearch = 1e-8;
// How many times as long the interpreter of the same form takes.
inline constexpr double kFlowInterpreter = 8;

/// How many times as long this machine takes as the one of the table, by one small loop, which is timed once a process; some
/// 100 microseconds the first time.
double machine_factor();

}  // namespace bouton::costs
