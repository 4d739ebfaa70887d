// Sequences of values with their periods, as they are asked for by name: with a file to go on from, and a proof to keep.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/base/budget.h"
#include "engine/heap/files/certificate.h"
#include "engine/heap/files/tail_certificate.h"
#include "engine/heap/period/period.h"
#include "engine/rules/game.h"
#include "engine/study/sequence/row_proof.h"
#include "engine/values/table.h"

namespace bouton {

struct HeapRun {
  Table values;                            ///< of heaps up to the last one asked for; without cells for the period alone
  std::uint64_t known = 0;                 ///< the last heap whose value was computed
  std::optional<Period> period;            ///< of heaps, counted from heap 0
  std::optional<Certificate> certificate;  ///< where the period is proved, one of these
  std::optional<TailCertificate> tail_certificate;
  std::optional<RowProof> row_proof = {};  ///< of a row, where its period is proved by its moves
  Refusal row_refusal = {};                ///< why it is not, where that was tried
};

/// The proof of its period of heaps as the text of a certificate; nothing where none is proved.
std::optional<std::string> certificate_text(const HeapRun& run);

struct HeapRunRequest {
  Coordinate last = 0;
  /// Look for one, in games whose values are cheap among the first 16384 heaps at least; once it is proved, the values from
  /// there on follow from it.
  bool period = false;
  bool only_period = false;  ///< no values are wanted: they need not be kept (period_search.h)
  std::optional<std::filesystem::path> checkpoint;
};

/// The Grundy values of a game of one heap. Throws RequestError, with the reason, if it is not a take-and-break game under
/// normal play; Interrupted and LimitError, with the checkpoint written.
HeapRun run_heaps(const Game& game, const HeapRunRequest& request, const Budget& budget);

/// The period of a sequence that is there already, counted from its first index: proved where the game is a take-and-break
/// game and these are its Grundy values, or where its formula proves one, else observed. Nothing if it shows none.
std::optional<Period> period_of(const Game& game, const Table& sequence, const Budget& budget);

}  // namespace bouton
