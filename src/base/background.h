#pragma once

namespace vedette::base {

// Puts this thread, and every thread it starts from then on, in the background: work that nobody
// waits for. It gives way to whoever is asked something, but not to the point of standing still on
// a machine that is busy with other things: customers must be screened again there as well. False
// when the system does not allow it.
bool enter_background();

// Whether this thread is in the background.
bool in_background();

}  // namespace vedette::base
