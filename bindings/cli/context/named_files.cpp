#include "bindings/cli/context/named_files.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

struct NamedFile {
  std::string by;  ///< "--output"
  std::filesystem::path path;
  bool is_written = true;
};

/// In the order of their options' names.
std::vector<NamedFile> named_files(const Verb& verb, const Request& request) {
  std::vector<NamedFile> files;
  const auto add = [&](std::string by, const std::optional<std::filesystem::path>& path, bool is_written = true) {
    if (path) files.push_back({std::move(by), *path, is_written});
  };
  add("--certificate", request.certificate, verb.name != "verify");
  add("--checkpoint", request.checkpoint);
  add("--dot", request.dot);
  add("--oeis", request.oeis, false);
  add("--output", request.output);
  const auto beside = [&](const char* ending) { return std::filesystem::path(request.output->string() + ending); };
  if (request.output && request.checkpoint && verb.output_goes_on) add("the part of --output", beside(".part"));
  if (request.output && request.provenance) add("--provenance", beside(".provenance.json"));
  add("--replay", request.replay, false);
  add("--transcript", request.transcript);
  add("--walnut", request.walnut);
  if ((verb.operands == Operands::words || verb.operands == Operands::script) && !request.operands.empty())
    add("what is read", request.operands[0], false);
  return files;
}

bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code error;
  if (std::filesystem::exists(one, error) && !std::filesystem::is_regular_file(one, error) &&
      !std::filesystem::is_directory(one, error))
    return false;
  if (std::filesystem::equivalent(one, other, error)) return true;
  const auto whole = [&](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  };
  const std::filesystem::path first = whole(one), second = whole(other);
  return !first.empty() && first == second;
}

}  // namespace

void check_files_apart(const Verb& verb, const Request& request) {
  const std::vector<NamedFile> files = named_files(verb, request);
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if ((files[i].is_written || files[j].is_written) && is_same_file(files[i].path, files[j].path))
        throw RequestError(fmt::format("{} and {} name the same file, {}", files[j].by, files[i].by, files[i].path.string()));
}

void check_rules_apart(const Verb& verb, const Request& request, const Game& game) {
  for (const NamedFile& file : named_files(verb, request))
    for (const std::string& rules : game.files)
      if (file.is_written && is_same_file(file.path, rules))
        throw RequestError(
            fmt::format("{} and the rules of {} name the same file, {}", file.by, game.name, file.path.string()));
}

}  // namespace bouton::cli
