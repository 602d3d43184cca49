#pragma once

namespace vedette::app {

// The whole program: reads the command line, the environment and the settings file, runs one
// command, gives its exit status (0 done, 1 failed, 2 the command line or a setting is wrong).
int run(int argc, char** argv);

}  // namespace vedette::app
