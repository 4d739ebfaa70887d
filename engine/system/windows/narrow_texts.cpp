// Paths of the standard library are UTF-16 here, and it makes them from narrow texts, and narrow texts from them, by the code
// page of the C library, which can never be UTF-8. It is told here, once for every path that is made anywhere, that narrow
// texts are UTF-8: these definitions take the place of those that the archive of the library has, which must therefore be
// linked as an archive.
#include <codecvt>
#include <cwchar>
#include <locale>

namespace std {

namespace {
using Narrow = codecvt<wchar_t, char, mbstate_t>;

const Narrow& utf8() {
  static const codecvt_utf8_utf16<wchar_t> conversion;
  return conversion;
}
}  // namespace

Narrow::result Narrow::do_out(state_type& state, const intern_type* from, const intern_type* from_end,
                              const intern_type*& from_next, extern_type* to, extern_type* to_end,
                              extern_type*& to_next) const {
  return utf8().out(state, from, from_end, from_next, to, to_end, to_next);
}

Narrow::result Narrow::do_in(state_type& state, const extern_type* from, const extern_type* from_end,
                             const extern_type*& from_next, intern_type* to, intern_type* to_end, intern_type*& to_next) const {
  return utf8().in(state, from, from_end, from_next, to, to_end, to_next);
}

int Narrow::do_encoding() const throw() { return utf8().encoding(); }

int Narrow::do_max_length() const throw() { return utf8().max_length(); }

int Narrow::do_length(state_type& state, const extern_type* from, const extern_type* end, size_t most) const {
  return utf8().length(state, from, end, most);
}

}  // namespace std
