// Bands up to symmetry.
#pragma once

#include "forms/relations.h"

namespace shudu::canonical {

// Fills the tables of band classes; those of relations must be there. False if they have no room.
bool class_bands(Tables &t);

} // namespace shudu::canonical
