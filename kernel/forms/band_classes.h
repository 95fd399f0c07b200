// Classes of bands under symmetry.
#pragma once

#include "forms/relations.h"

namespace shudu::canonical {

// Fills the tables of band classes, which need those of relations. Returns false if they are too small.
bool class_bands(Tables &t);

} // namespace shudu::canonical
