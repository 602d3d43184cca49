#pragma once

#include <functional>

namespace vedette::base {

// Puts this thread, and every thread it starts from then on, in the background: work that nobody
// waits for. It gives way to whoever is asked something, but not to the point of standing still on
// a machine that is busy with other things: customers must be screened again there as well. False
// when the system does not allow it.
bool enter_background();

// Whether this thread is in the background.
bool in_background();

// Puts this thread before the others of the program: for one that works for moments at a time while
// somebody waits for each of them. False when the system does not allow it (a limit that the unit
// file of the package raises); the thread then takes its turn like all others.
bool enter_foreground();

// Calls `step` until it gives false, first on a thread of its own that has only what nobody else
// wants of the machine: whoever is asked something gets a core at once, while even a thread in the
// background may keep it for some milliseconds. Where next to nothing is left for a while, this
// thread goes on itself. Each step ends before the next one begins; it should take well under a
// millisecond and must not throw.
void run_when_idle(const std::function<bool()>& step);

}  // namespace vedette::base
