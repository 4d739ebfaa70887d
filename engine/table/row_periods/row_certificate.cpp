#include "engine/table/row_periods/row_certificate.h"

#include <fmt/format.h>

#include "engine/system/certificate_text.h"

namespace bouton {
namespace {

constexpr std::string_view kTitle = "bouton row period certificate 1";

}  // namespace

std::string to_text(const RowCertificate& certificate) {
  const RowProof& proof = certificate.proof;
  std::string text = certificate_head(kTitle, certificate.game, certificate.settings);
  text +=
      fmt::format("coordinate {}\nrow {}\nmoves {:016x}\npreperiod {}\nperiod {}\nsaltus {}\nrecurs {}\nafter {}\ngrowth {}\n",
                  proof.axis, proof.row, proof.moves, proof.period.preperiod, proof.period.period, proof.period.saltus,
                  proof.recurrence.first, proof.recurrence.distance, proof.recurrence.growth);
  return with_checksum(std::move(text));
}

bool is_row_certificate(std::string_view text) { return text.starts_with(kTitle); }

RowCertificate parse_row_certificate(std::string_view lines, std::string_view name) {
  CertificateText text(lines, name);
  text.title(kTitle);
  RowCertificate certificate;
  certificate.game = text.field("game");
  certificate.settings = text.settings();
  RowProof& proof = certificate.proof;
  proof.axis = text.number<std::size_t>("coordinate");
  if (proof.axis > 1) text.fail("the coordinate must be 0 or 1");
  proof.row = text.number<Coordinate>("row");
  proof.moves = text.hexadecimal("moves");
  proof.period.preperiod = text.number<std::uint64_t>("preperiod");
  proof.period.period = text.number<std::uint64_t>("period");
  proof.period.saltus = text.number<std::uint64_t>("saltus");
  proof.recurrence.first = text.number<std::uint64_t>("recurs");
  proof.recurrence.distance = text.number<std::uint64_t>("after");
  proof.recurrence.growth = text.number<std::uint64_t>("growth");
  text.end();
  return certificate;
}

}  // namespace bouton
