#pragma once

#include <cstdint>
#include <string>

#include "app/settings/settings.h"

namespace vedette::app {

// The commands that manage projects, users and clients. Each opens the installation of the
// settings (a server may run on it meanwhile), prints what it did, as JSON when asked, and gives
// the exit status.

struct ProjectCommand {
  std::string code;
  std::string company;
  bool json = false;
};
int add_project(const Settings& settings, const ProjectCommand& command);
int list_projects(const Settings& settings, const ProjectCommand& command);
int disable_project(const Settings& settings, const ProjectCommand& command, bool disabled);

struct UserCommand {
  std::string project;
  std::string username;
  std::string role = "analyst";
  bool generate = false;
  bool json = false;
};
int add_user(const Settings& settings, const UserCommand& command);
int list_users(const Settings& settings, const UserCommand& command);
int disable_user(const Settings& settings, const UserCommand& command, bool disabled);
int set_password(const Settings& settings, const UserCommand& command);
int set_role(const Settings& settings, const UserCommand& command);

struct ClientCommand {
  std::string project;
  std::string label;
  std::int64_t client_id = 0;
  bool json = false;
};
int add_client(const Settings& settings, const ClientCommand& command);
int list_clients(const Settings& settings, const ClientCommand& command);
int disable_client(const Settings& settings, const ClientCommand& command, bool disabled);
int renew_client(const Settings& settings, const ClientCommand& command);

}  // namespace vedette::app
