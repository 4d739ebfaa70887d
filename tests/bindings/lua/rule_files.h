// Rule files written by a test into a directory of its own.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "bindings/lua/load/loader.h"
#include "bouton_places.h"
#include "engine/rules/game.h"
#include "tests/temporary_directory.h"

namespace bouton {

/// A limit that no machine is too slow for.
inline constexpr std::chrono::duration<double> kPatience{1e6};

/// A new directory that is the working directory, so that messages show plain file names; removed at the end.
class RuleDirectory {
 public:
  RuleDirectory() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(directory_.path());
    options.limits.load = options.limits.call = kPatience;
  }
  ~RuleDirectory() { std::filesystem::current_path(before_); }
  RuleDirectory(const RuleDirectory&) = delete;
  RuleDirectory& operator=(const RuleDirectory&) = delete;

  void write(const std::string& name, const std::string& text) const { std::ofstream(name, std::ios::binary) << text; }

  /// Writes `text` as bad.lua (or `name`) and loads it.
  std::shared_ptr<const Game> load(const std::string& text, const lua::Settings& settings = {},
                                   const std::string& name = "bad.lua") {
    write(name, text);
    return lua::load_game(name, settings, options);
  }

  lua::LoaderOptions options{
      .rule_directories = {BOUTON_SOURCE_DIRECTORY "/rules"}, .limits = {}, .lift = true, .stop = nullptr};

 private:
  std::filesystem::path before_;
  test::TemporaryDirectory directory_;
};

/// The options of the position that `text` names, each as "label(to) (to)".
inline std::vector<std::string> option_texts(const Game& game, const std::string& text) {
  Options options;
  game.rules->options(*narrow(parse_position(game, text)), options);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::string option(game.rules->label_name(options[i].label()));
    for (std::size_t part = 0; part < options[i].size(); ++part) option += fmt::format("({})", to_string(options[i][part]));
    texts.push_back(option);
  }
  return texts;
}

}  // namespace bouton
