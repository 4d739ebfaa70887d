// Whether JSON is as its schema in docs/schema says, for tests: the part of JSON Schema (draft 2020-12) that those files use,
// by the words of its specification. Two things are stricter: a keyword that this reader does not know is a fault of the
// schema, and so is a key of an object that the schema describes without that key.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

#include <fmt/format.h>
#include <regex.h>
#include <nlohmann/json.hpp>

namespace bouton::test {

/// Whether a POSIX extended expression matches in the text, of any length: std::regex calls itself for every character.
inline bool has_match(const std::string& text, const std::string& pattern) {
  regex_t compiled;
  if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) throw std::invalid_argument(pattern);
  const bool found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
  regfree(&compiled);
  return found;
}

class JsonSchema {
 public:
  using Json = nlohmann::json;

  explicit JsonSchema(Json schema) : root_(std::move(schema)) {}
  static JsonSchema read(const std::filesystem::path& file) { return JsonSchema(Json::parse(std::ifstream(file))); }

  /// What is wrong with the value, and where; empty where nothing is.
  std::string complaint(const Json& value) const { return check(root_, value, ""); }

 private:
  /// What the schemas of one object say of its keys.
  struct Keys {
    bool some = false, all = false;  ///< whether some keys are described; whether any key may stand there
    std::set<std::string> described;

    void add(const Keys& more) {
      some = some || more.some;
      all = all || more.all;
      described.insert(more.described.begin(), more.described.end());
    }
  };

  std::string check(const Json& schema, const Json& value, const std::string& path) const {
    Keys keys;
    std::string wrong = apply(schema, value, path, keys);
    if (!wrong.empty() || !value.is_object() || keys.all || !keys.some) return wrong;
    for (const auto& [key, ignored] : value.items())
      if (!keys.described.contains(key)) return fmt::format("{}: the key {} is in no schema", path, key);
    return {};
  }

  std::string apply(const Json& schema, const Json& value, const std::string& path, Keys& keys) const {
    if (schema.is_boolean()) {
      keys.all = keys.all || schema.get<bool>();
      return schema.get<bool>() ? "" : path + ": nothing may stand here";
    }
    for (const auto& [keyword, said] : schema.items())
      if (std::string wrong = apply_keyword(keyword, said, schema, value, path, keys); !wrong.empty()) return wrong;
    return {};
  }

  std::string apply_keyword(const std::string& keyword, const Json& said, const Json& schema, const Json& value,
                            const std::string& path, Keys& keys) const {
    static const std::set<std::string> kSaysNothing = {"$schema", "title", "description", "$comment", "$defs", "then", "else"};
    const auto wrong_unless = [&](bool holds) { return holds ? "" : fmt::format("{}: {} {}", path, keyword, said.dump()); };
    if (kSaysNothing.contains(keyword)) return {};
    if (keyword == "$ref") return apply(root_.at(Json::json_pointer(said.get<std::string>().substr(1))), value, path, keys);
    if (keyword == "type") return wrong_unless(is_of_type(value, said));
    if (keyword == "const") return wrong_unless(value == said);
    if (keyword == "enum") return wrong_unless(std::ranges::find(said, value) != said.end());
    if (keyword == "pattern")
      return wrong_unless(!value.is_string() || has_match(value.get<std::string>(), said.get<std::string>()));
    if (keyword == "minimum") return wrong_unless(!value.is_number() || value.get<double>() >= said.get<double>());
    if (keyword == "minItems") return wrong_unless(!value.is_array() || value.size() >= said.get<std::size_t>());
    if (keyword == "maxItems") return wrong_unless(!value.is_array() || value.size() <= said.get<std::size_t>());
    if (keyword == "maxProperties") return wrong_unless(!value.is_object() || value.size() <= said.get<std::size_t>());
    if (keyword == "required")
      return wrong_unless(!value.is_object() ||
                          std::ranges::all_of(said, [&](const Json& key) { return value.contains(key.get<std::string>()); }));
    if (keyword == "items") return apply_to_items(said, value, path);
    if (keyword == "properties") return apply_to_properties(said, value, path, keys);
    if (keyword == "additionalProperties") return apply_to_others(said, schema, value, path, keys);
    if (keyword == "allOf") {
      for (const Json& one : said)
        if (std::string wrong = apply(one, value, path, keys); !wrong.empty()) return wrong;
      return {};
    }
    if (keyword == "anyOf" || keyword == "oneOf") return apply_choice(keyword, said, value, path, keys);
    if (keyword == "if") {
      const bool holds = apply(said, value, path, keys).empty();
      const char* const branch = holds ? "then" : "else";
      return schema.contains(branch) ? apply(schema[branch], value, path, keys) : "";
    }
    return fmt::format("the schema has the keyword {}, which nobody reads", keyword);
  }

  static bool is_of_type(const Json& value, const Json& types) {
    if (types.is_array()) return std::ranges::any_of(types, [&](const Json& type) { return is_of_type(value, type); });
    const auto type = types.get<std::string>();
    return (type == "integer" && value.is_number_integer()) || (type == "number" && value.is_number()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "array" && value.is_array()) || (type == "object" && value.is_object()) ||
           (type == "null" && value.is_null());
  }

  std::string apply_to_items(const Json& said, const Json& value, const std::string& path) const {
    if (!value.is_array()) return {};
    for (std::size_t i = 0; i < value.size(); ++i)
      if (std::string wrong = check(said, value[i], fmt::format("{}/{}", path, i)); !wrong.empty()) return wrong;
    return {};
  }

  std::string apply_to_properties(const Json& said, const Json& value, const std::string& path, Keys& keys) const {
    if (!value.is_object()) return {};
    keys.some = true;
    for (const auto& [key, schema] : said.items()) {
      keys.described.insert(key);
      if (!value.contains(key)) continue;
      if (std::string wrong = check(schema, value[key], path + "/" + key); !wrong.empty()) return wrong;
    }
    return {};
  }

  std::string apply_to_others(const Json& said, const Json& schema, const Json& value, const std::string& path,
                              Keys& keys) const {
    if (!value.is_object()) return {};
    keys.all = keys.all || said != Json(false);
    for (const auto& [key, other] : value.items()) {
      if (schema.contains("properties") && schema["properties"].contains(key)) continue;
      if (std::string wrong = check(said, other, path + "/" + key); !wrong.empty()) return wrong;
    }
    return {};
  }

  std::string apply_choice(const std::string& keyword, const Json& said, const Json& value, const std::string& path,
                           Keys& keys) const {
    std::size_t held = 0;
    std::string complaints;
    for (const Json& one : said) {
      Keys of_one;
      const std::string wrong = apply(one, value, path, of_one);
      if (wrong.empty()) {
        ++held;
        keys.add(of_one);
      } else {
        complaints += "; " + wrong;
      }
    }
    if (held == 1 || (held > 1 && keyword == "anyOf")) return {};
    return fmt::format("{}: {} of the schemas of {} hold{}", path, held, keyword, complaints);
  }

  Json root_;
};

/// What is wrong with an output of the command whose JSON says which command it is of, line by line: its schema is the file of
/// that name. Empty where nothing is, and of other outputs.
inline std::string complaint_of_output(const std::string& text, const std::filesystem::path& schemas) {
  if (!text.starts_with("{")) return {};
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto json = nlohmann::json::parse(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                            text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    begin = end + 1;
    if (!json.is_object() || !json.contains("command") || !json.contains("schema")) continue;
    const std::filesystem::path file = schemas / (json["command"].get<std::string>() + ".json");
    if (!exists(file)) return fmt::format("there is no schema {}", file.filename().string());
    if (std::string wrong = JsonSchema::read(file).complaint(json); !wrong.empty())
      return fmt::format("{}: {}", file.filename().string(), wrong);
  }
  return {};
}

}  // namespace bouton::test
