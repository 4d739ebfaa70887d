// Databases by SQLite. They are made in memory and handed on as bytes, so that they are written as every other output is: to a
// file that is whole or not there, to a pipe, on a full disk.
#include <memory>
#include <string>

#include <fmt/format.h>
#include <sqlite3.h>

#include "bindings/output/answers/survey.h"
#include "bindings/output/databases/survey_database.h"
#include "engine/base/errors.h"

namespace bouton {
namespace {

/// A database in memory. All throw OutputError.
class Database {
 public:
  Database() {
    sqlite3* opened = nullptr;
    const int code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    database_.reset(opened);  // there is one even where opening it failed
    check(code);
  }

  void run(const std::string& statement) { check(sqlite3_exec(database_.get(), statement.c_str(), nullptr, nullptr, nullptr)); }

  void check(int code) const {
    if (code == SQLITE_OK || code == SQLITE_DONE) return;
    throw OutputError(fmt::format("SQLite: {}", database_ ? sqlite3_errmsg(database_.get()) : sqlite3_errstr(code)));
  }

  void write(Sink& out) const {
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, Free> bytes(sqlite3_serialize(database_.get(), "main", &size, 0));
    if (!bytes) throw OutputError("SQLite: out of memory");
    out.write({reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)});
  }

  sqlite3* get() const { return database_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
  };
  struct Free {
    void operator()(unsigned char* bytes) const { sqlite3_free(bytes); }
  };

  std::unique_ptr<sqlite3, Close> database_;
};

/// A statement that adds rows. All throw OutputError. The database must outlive it.
class Insertion {
 public:
  Insertion(const Database& database, const std::string& statement) : database_(database) {
    sqlite3_stmt* prepared = nullptr;
    database.check(
        sqlite3_prepare_v2(database.get(), statement.data(), static_cast<int>(statement.size()), &prepared, nullptr));
    statement_.reset(prepared);
  }

  void add(const std::vector<Json>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) database_.check(bind(static_cast<int>(i) + 1, cells[i]));
    database_.check(sqlite3_step(statement_.get()));
    database_.check(sqlite3_reset(statement_.get()));
  }

 private:
  int bind(int place, const Json& cell) {
    if (cell.is_null()) return sqlite3_bind_null(statement_.get(), place);
    if (cell.is_boolean()) return sqlite3_bind_int(statement_.get(), place, cell.get<bool>() ? 1 : 0);
    if (cell.is_number_integer()) return sqlite3_bind_int64(statement_.get(), place, cell.get<std::int64_t>());
    const std::string text = cell.is_string() ? cell.get<std::string>() : cell.dump();
    return sqlite3_bind_text64(statement_.get(), place, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }

  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  const Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

}  // namespace

bool writes_databases() { return true; }

void write_survey_database(Sink& out, const std::vector<Json>& rows) {
  std::string columns = "number INTEGER PRIMARY KEY", names, places;
  for (const SurveyColumn& column : survey_columns()) {
    columns += fmt::format(", {} {}", column.name, column.kind == SurveyColumn::Kind::text ? "TEXT" : "INTEGER");
    names += fmt::format("{}{}", names.empty() ? "" : ", ", column.name);
    places += places.empty() ? "?" : ", ?";
  }
  Database database;
  database.run(fmt::format("CREATE TABLE survey ({})", columns));
  database.run("BEGIN");
  {
    Insertion insertion(database, fmt::format("INSERT INTO survey ({}) VALUES ({})", names, places));
    for (const Json& row : rows) insertion.add(survey_cells(row));
  }
  database.run("COMMIT");
  database.run("CREATE INDEX survey_by_game ON survey (game, params)");
  database.write(out);
}

}  // namespace bouton
