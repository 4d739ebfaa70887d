// For a build without the libraries for pictures.
#include "bindings/output/report/document.h"
#include "engine/base/errors.h"

namespace bouton {

void write_pdf(Sink& /*out*/, const Document& /*document*/, Paper /*paper*/) {
  throw RequestError("this build of Bouton writes no PDF");
}

}  // namespace bouton
