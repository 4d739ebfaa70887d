#include "bindings/output/formats/tex.h"

#include <cctype>
#include <utility>

#include "engine/base/plain_text.h"

namespace bouton {
namespace {

std::string escaped(char c) {
  switch (c) {
    case '\\': return "\\textbackslash{}";
    case '~': return "\\textasciitilde{}";
    case '^': return "\\textasciicircum{}";
    case '<': return "\\textless{}";
    case '>': return "\\textgreater{}";
    case '|': return "\\textbar{}";
    case '{':
    case '}':
    case '#':
    case '$':
    case '%':
    case '&':
    case '_': return {'\\', c};
    default: return {c};
  }
}

constexpr std::pair<std::string_view, std::string_view> kSymbols[] = {{">=", "$\\ge$"}, {"<=", "$\\le$"}, {"!=", "$\\ne$"},
                                                                      {"<", "$<$"},     {">", "$>$"},     {"=", "$=$"}};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// The end of the text in parentheses that begins at `at`; npos where they are not closed.
std::size_t closing(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

}  // namespace

std::string tex_text(std::string_view text) {
  std::string result;
  for (const char c : plain_line(text)) result += escaped(c);
  return result;
}

std::string tex_formula(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const bool begins = i == 0 || !is_word(text[i - 1]);
    if (begins && (text.substr(i).starts_with("sqrt ") || text.substr(i).starts_with("sqrt("))) {
      std::size_t end = i + (text[i + 4] == ' ' ? 5 : 4);
      if (end < text.size() && text[end] == '(' && closing(text, end) != text.npos) {
        const std::size_t close = closing(text, end);
        result += "\\sqrt{" + tex_formula(text.substr(end + 1, close - end - 1)) + "}";
        i = close + 1;
        continue;
      }
      while (end < text.size() && is_word(text[end])) ++end;
      result += "\\sqrt{" + std::string(text.substr(i + 5, end - i - 5)) + "}";
      i = end;
    } else if (begins && text.substr(i).starts_with("phi") && (i + 3 == text.size() || !is_word(text[i + 3]))) {
      result += "\\varphi";
      i += 3;
      if (i < text.size() && text[i] == ' ') result += ' ';
    } else if (begins && text.substr(i).starts_with("log") && (i + 3 == text.size() || !is_word(text[i + 3]))) {
      result += "\\log";
      i += 3;
    } else if (text.substr(i).starts_with("^(") && closing(text, i + 1) != text.npos) {
      const std::size_t close = closing(text, i + 1);
      result += "^{" + tex_formula(text.substr(i + 2, close - i - 2)) + "}";
      i = close + 1;
    } else if (text[i] == '*') {
      result += "\\cdot ";
      ++i;
    } else {
      result += text[i] == '_' || text[i] == '^' ? std::string(1, text[i]) : escaped(text[i]);
      ++i;
    }
  }
  return result;
}

std::string plain_tex_comment(std::string_view text) { return plain_line(text); }

std::string tex_statement(std::string_view statement) {
  const std::string text = plain_line(statement);
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = std::string_view(text).substr(i);
    const bool begins = i == 0 || !is_word(text[i - 1]);
    const bool is_floor = begins && rest.starts_with("floor("), is_ceiling = begins && rest.starts_with("ceil(");
    if (is_floor || is_ceiling) {
      const std::size_t open = i + rest.find('('), close = closing(text, open);
      if (close != std::string::npos) {
        const std::string inside = tex_formula(std::string_view(text).substr(open + 1, close - open - 1));
        result += is_floor ? "$\\lfloor " + inside + " \\rfloor$" : "$\\lceil " + inside + " \\rceil$";
        i = close + 1;
        continue;
      }
    }
    if (begins && rest.starts_with("sqrt ") && rest.size() > 5 && is_word(rest[5])) {
      std::size_t end = i + 5;
      while (end < text.size() && is_word(text[end])) ++end;
      result += "$" + tex_formula(std::string_view(text).substr(i, end - i)) + "$";
      i = end;
      continue;
    }
    bool is_symbol = begins && rest.starts_with("phi") && (rest.size() == 3 || !is_word(rest[3]));
    if (is_symbol) {
      result += "$\\varphi$";
      i += 3;
      continue;
    }
    for (const auto& [typed, symbol] : kSymbols) {
      if (!rest.starts_with(typed)) continue;
      result += symbol;
      i += typed.size();
      is_symbol = true;
      break;
    }
    if (!is_symbol) result += escaped(text[i++]);
  }
  return result;
}

std::string value_name(const Axis& axis, Coordinate value) {
  const auto offset = static_cast<std::size_t>(value - axis.least);
  return offset < axis.value_names.size() ? axis.value_names[offset] : std::to_string(value);
}

}  // namespace bouton
