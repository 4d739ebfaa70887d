#include "bindings/output/theorems/predicate_tex.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace bouton {
namespace {

/// "S", "a_{1}", "\mathit{limit}".
std::string name_in_tex(const std::string& name) {
  std::string base = name.substr(0, name.find('[')), index;
  if (base.size() < name.size()) index = name.substr(base.size() + 1, name.size() - base.size() - 2);
  std::string escaped;
  for (const char c : base) escaped += c == '_' ? std::string("\\_") : std::string(1, c);
  if (base.size() > 1) escaped = fmt::format("\\mathit{{{}}}", escaped);
  return index.empty() ? escaped : fmt::format("{}_{{{}}}", escaped, index);
}

class TexWriter {
 public:
  explicit TexWriter(std::vector<std::string> names) : names_(std::move(names)) {}

  std::string text(const Predicate& predicate, bool inside = false) {
    switch (predicate.kind) {
      case Predicate::Kind::constant: return predicate.holds ? "\\top" : "\\bot";
      case Predicate::Kind::compared: {
        constexpr std::array<std::string_view, 6> kSigns = {"=", "\\ne", "<", "\\le", ">", "\\ge"};
        return fmt::format("{} {} {}", text(predicate.terms[0]), kSigns[static_cast<std::size_t>(predicate.comparison)],
                           text(predicate.terms[1]));
      }
      case Predicate::Kind::both: return joined(predicate, " \\wedge ", "\\top", inside);
      case Predicate::Kind::either: return joined(predicate, " \\vee ", "\\bot", inside);
      case Predicate::Kind::negation: return "\\neg(" + text(predicate.parts[0]) + ")";
      case Predicate::Kind::exists: {
        names_.push_back(predicate.name);
        const std::string body = text(predicate.parts[0], true);
        names_.pop_back();
        return fmt::format("\\exists {} \\ge 0\\colon {}", name_in_tex(predicate.name), body);
      }
    }
    return {};
  }

 private:
  std::string joined(const Predicate& predicate, std::string_view sign, std::string_view none, bool inside) {
    if (predicate.parts.empty()) return std::string(none);
    if (predicate.parts.size() == 1) return text(predicate.parts[0], inside);
    std::string all;
    for (const Predicate& part : predicate.parts) all += (all.empty() ? "" : std::string(sign)) + text(part, true);
    return inside ? "(" + all + ")" : all;
  }

  /// In brackets where it is a sum or a chain of digits.
  std::string factor(const Term& term) {
    const bool loose = term.kind == Term::Kind::sum || term.kind == Term::Kind::bits || term.kind == Term::Kind::remainder ||
                       term.kind == Term::Kind::multiple || (term.kind == Term::Kind::number && term.number < 0);
    return loose ? "(" + text(term) + ")" : text(term);
  }
  std::string text(const Term& term) {
    switch (term.kind) {
      case Term::Kind::number: return std::to_string(term.number);
      case Term::Kind::variable: return name_in_tex(names_[static_cast<std::size_t>(term.number)]);
      case Term::Kind::sum: {
        std::string sum;
        for (const Term& part : term.parts) {
          std::string one = part.kind == Term::Kind::remainder || part.kind == Term::Kind::bits ? factor(part) : text(part);
          const bool taken_off = one.starts_with("-");
          if (taken_off) one.erase(0, 1);
          sum += fmt::format("{}{}", sum.empty() ? (taken_off ? "-" : "") : taken_off ? " - " : " + ", one);
        }
        return sum;
      }
      case Term::Kind::multiple: {
        const std::string part = factor(term.parts[0]);
        if (term.number == 1) return part;
        return term.number == -1 ? "-" + part : fmt::format("{} {}", term.number, part);
      }
      case Term::Kind::quotient: return fmt::format("\\lfloor {} / {} \\rfloor", factor(term.parts[0]), term.number);
      case Term::Kind::remainder: return fmt::format("{} \\bmod {}", factor(term.parts[0]), term.number);
      case Term::Kind::bits: {
        const std::string_view sign = term.number == 8 ? "\\mathbin{\\&}" : term.number == 14 ? "\\mathbin{|}" : "\\oplus";
        const auto part = [&](std::size_t i) {
          const bool same = term.parts[i].kind == Term::Kind::bits && term.parts[i].number == term.number;
          return same ? text(term.parts[i]) : factor(term.parts[i]);
        };
        return fmt::format("{} {} {}", part(0), sign, part(1));
      }
      case Term::Kind::floor_phi: return fmt::format("\\lfloor {} \\varphi \\rfloor", factor(term.parts[0]));
      case Term::Kind::floor_sqrt: return fmt::format("\\lfloor {} \\sqrt{{{}}} \\rfloor", factor(term.parts[0]), term.number);
      case Term::Kind::least: return fmt::format("\\min({}, {})", text(term.parts[0]), text(term.parts[1]));
      case Term::Kind::greatest:
        if (term.parts[1] == Term::times(-1, term.parts[0])) return fmt::format("|{}|", text(term.parts[0]));
        return fmt::format("\\max({}, {})", text(term.parts[0]), text(term.parts[1]));
    }
    return {};
  }

  std::vector<std::string> names_;
};

}  // namespace

std::string tex_of(const Predicate& predicate, const std::vector<std::string>& names) {
  return TexWriter(names).text(predicate);
}

}  // namespace bouton
