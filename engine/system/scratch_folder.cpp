#include <system_error>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/system/environment.h"

namespace bouton {

std::filesystem::path scratch_folder() {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (!error && !folder.empty()) return folder;
  for (const char* const variable : {"TMPDIR", "TMP", "TEMP"})
    if (const std::optional<std::string> named = environment_variable(variable))
      throw OutputError(fmt::format("there is no folder {} for temporary files, as the variable {} says; name another one",
                                    *named, variable));
  throw OutputError("there is no folder for temporary files; name one in the variable TMPDIR");
}

}  // namespace bouton
