#include "engine/flow/families/flow_families.h"

#include <utility>

#include "engine/flow/families/family_finder.h"
#include "engine/program/construction/refused.h"
#include "engine/program/construction/simplify.h"

namespace bouton {

Result<MoveProgram> flow_families(const FlowProgram& flow, const std::vector<CoordinateRange>& ranges,
                                  const std::vector<std::string>& coordinate_names) {
  MoveProgram program;
  program.dimensions = flow.dimensions;
  program.coordinate_names = coordinate_names;
  FamilyFinder finder(flow, program, ranges);
  try {
    program.body = finder.find();
    return simplify(std::move(program));
  } catch (const Refusal& refusal) {
    return refusal;
  } catch (const Refused& refused) {
    return Refusal{refused.construct, finder.line()};
  }
}

}  // namespace bouton
