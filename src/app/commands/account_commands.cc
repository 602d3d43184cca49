#include "app/commands/account_commands.h"

#include <fmt/format.h>

#include <functional>
#include <iostream>

#include "app/installation/installation.h"
#include "app/terminal/terminal.h"
#include "base/json_writer.h"

namespace vedette::app {
namespace {

using service::Accounts;

const ledger::OperatorScope& operator_scope() {
  static const ledger::OperatorScope scope = ledger::OperatorScope::for_command_line();
  return scope;
}

using OpenInstallation = base::Result<std::unique_ptr<Installation>> (*)(const Settings&,
                                                                         const base::Clock&);

// Opens the installation, runs `work` on its accounts and turns a failure into the exit status.
int with_accounts(const Settings& settings,
                  const std::function<base::Result<void>(Accounts&)>& work,
                  OpenInstallation open = Installation::open_existing) {
  const base::SystemClock clock;
  auto installation = open(settings, clock);
  if (!installation.ok()) return print_error(installation.error());
  const auto done = work((*installation)->accounts());
  return done.ok() ? 0 : print_error(done.error());
}

// What a command has to show: a sentence for people, a JSON object for programs.
class Report {
 public:
  explicit Report(bool json) : json_(json), writer_(text_) { writer_.begin_object(); }
  base::JsonWriter& fields() { return writer_; }
  void print(std::string_view sentence) {
    writer_.end_object();
    std::cout << (json_ ? std::string_view(text_) : sentence) << "\n";
  }

 private:
  bool json_;
  std::string text_;
  base::JsonWriter writer_;
};

std::string_view state_of(bool disabled) {
  return disabled ? "disabled" : "active";
}

// A list for people is a table, for programs {"<plural>":[...]}.
template <class Item>
void print_list(bool json, std::string_view plural, const std::vector<Item>& items,
                std::vector<std::vector<std::string>> table,
                const std::function<void(base::JsonWriter&, const Item&)>& write) {
  if (!json) {
    std::cout << aligned(table);
    return;
  }
  std::string text;
  base::JsonWriter writer(text);
  writer.begin_object().key(plural).begin_array();
  for (const Item& item : items) {
    writer.begin_object();
    write(writer, item);
    writer.end_object();
  }
  writer.end_array().end_object();
  std::cout << text << "\n";
}

base::Result<std::string> chosen_password(bool generate) {
  if (generate) return service::Passwords::generate();
  return read_new_password();
}

void print_state_change(bool json, std::string_view kind, std::string_view name, bool disabled) {
  Report report(json);
  report.fields().member(kind, name).member("disabled", disabled);
  report.print(
      fmt::format("{} {} is {}", kind, name,
                  disabled ? "disabled: its tokens no longer open anything" : "active again"));
}

void print_credentials(bool json, const service::ClientCredentials& client) {
  Report report(json);
  report.fields().member("client_id", client.id.value()).member("client_secret", client.secret);
  report.print(fmt::format(
      "client_id      {}\nclient_secret  {}\nThe secret is shown this once; renew it with "
      "`vedette client renew`.",
      client.id.value(), client.secret));
}

}  // namespace

namespace {

base::Result<service::Role> role_of(const UserCommand& command) {
  const auto role = service::parse_role(command.role);
  if (!role)
    return base::Error(base::Cause::kInvalidInput,
                       "--role must be analyst, auditor, admin or operator");
  return *role;
}

}  // namespace

int add_project(const Settings& settings, const ProjectCommand& command) {
  return with_accounts(
      settings,
      [&](Accounts& accounts) -> base::Result<void> {
        VEDETTE_ASSIGN(const service::Project project,
                       accounts.add_project(operator_scope(),
                                            {.code = command.code, .company = command.company}));
        Report report(command.json);
        report.fields().member("code", project.code).member("company", project.company);
        report.fields().member("created", base::iso_millis(project.created));
        report.print(fmt::format(
            "project {} added for {}\nnext: vedette user add --project {} --username NAME",
            project.code, project.company, project.code));
        return {};
      },
      Installation::open);
}

int list_projects(const Settings& settings, const ProjectCommand& command) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_ASSIGN(const std::vector<service::Project> projects,
                   accounts.list_projects(operator_scope()));
    std::vector<std::vector<std::string>> table = {{"CODE", "COMPANY", "STATE", "CREATED"}};
    for (const service::Project& project : projects)
      table.push_back({project.code, project.company, std::string(state_of(project.disabled)),
                       base::iso_seconds(project.created)});
    print_list<service::Project>(
        command.json, "projects", projects, std::move(table),
        [](base::JsonWriter& json, const service::Project& project) {
          json.member("code", project.code).member("company", project.company);
          json.member("disabled", project.disabled);
          json.member("created", base::iso_millis(project.created));
        });
    return {};
  });
}

int disable_project(const Settings& settings, const ProjectCommand& command, bool disabled) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_TRY(accounts.set_project_disabled(operator_scope(), command.code, disabled));
    print_state_change(command.json, "project", command.code, disabled);
    return {};
  });
}

int add_user(const Settings& settings, const UserCommand& command) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_ASSIGN(const service::Role role, role_of(command));
    VEDETTE_ASSIGN(const std::string password, chosen_password(command.generate));
    VEDETTE_ASSIGN(const service::User user,
                   accounts.add_user(operator_scope(), {.project_code = command.project,
                                                        .username = command.username,
                                                        .password = password,
                                                        .role = role}));
    Report report(command.json);
    report.fields().member("project", command.project).member("username", user.username);
    report.fields().member("role", service::role_name(user.role));
    if (command.generate) report.fields().member("password", password);
    report.print(
        fmt::format("user {} added to {} as {}{}", user.username, command.project,
                    service::role_name(user.role),
                    command.generate ? "\npassword  " + password + "  (shown this once)" : ""));
    return {};
  });
}

int list_users(const Settings& settings, const UserCommand& command) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_ASSIGN(const std::vector<service::User> users,
                   accounts.list_users(operator_scope(), command.project));
    std::vector<std::vector<std::string>> table = {{"USERNAME", "ROLE", "STATE", "CREATED"}};
    for (const service::User& user : users)
      table.push_back({user.username, std::string(service::role_name(user.role)),
                       std::string(state_of(user.disabled)), base::iso_seconds(user.created)});
    print_list<service::User>(command.json, "users", users, std::move(table),
                              [](base::JsonWriter& json, const service::User& user) {
                                json.member("username", user.username);
                                json.member("role", service::role_name(user.role));
                                json.member("disabled", user.disabled);
                                json.member("created", base::iso_millis(user.created));
                              });
    return {};
  });
}

int disable_user(const Settings& settings, const UserCommand& command, bool disabled) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_TRY(
        accounts.set_user_disabled(operator_scope(), command.project, command.username, disabled));
    print_state_change(command.json, "user", command.username, disabled);
    return {};
  });
}

int set_role(const Settings& settings, const UserCommand& command) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_ASSIGN(const service::Role role, role_of(command));
    VEDETTE_TRY(accounts.set_user_role(operator_scope(), command.project, command.username, role));
    Report report(command.json);
    report.fields().member("project", command.project).member("username", command.username);
    report.fields().member("role", service::role_name(role));
    report.print(fmt::format("user {} of {} is {} now", command.username, command.project,
                             service::role_name(role)));
    return {};
  });
}

int set_password(const Settings& settings, const UserCommand& command) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_ASSIGN(const std::string password, chosen_password(command.generate));
    VEDETTE_TRY(
        accounts.set_password(operator_scope(), command.project, command.username, password));
    Report report(command.json);
    report.fields().member("project", command.project).member("username", command.username);
    if (command.generate) report.fields().member("password", password);
    report.print(
        fmt::format("password of {} changed; all its tokens ended{}", command.username,
                    command.generate ? "\npassword  " + password + "  (shown this once)" : ""));
    return {};
  });
}

int add_client(const Settings& settings, const ClientCommand& command) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_ASSIGN(const service::ClientCredentials client,
                   accounts.add_client(operator_scope(), command.project, command.label));
    print_credentials(command.json, client);
    return {};
  });
}

int list_clients(const Settings& settings, const ClientCommand& command) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_ASSIGN(const std::vector<service::Client> clients,
                   accounts.list_clients(operator_scope(), command.project));
    std::vector<std::vector<std::string>> table = {
        {"CLIENT_ID", "LABEL", "USER", "STATE", "CREATED"}};
    for (const service::Client& client : clients)
      table.push_back({std::to_string(client.id.value()), client.label, client.username,
                       std::string(state_of(client.disabled)), base::iso_seconds(client.created)});
    print_list<service::Client>(
        command.json, "clients", clients, std::move(table),
        [](base::JsonWriter& json, const service::Client& client) {
          json.member("client_id", client.id.value()).member("label", client.label);
          json.member("username", client.username).member("disabled", client.disabled);
          json.member("created", base::iso_millis(client.created));
        });
    return {};
  });
}

int disable_client(const Settings& settings, const ClientCommand& command, bool disabled) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_TRY(accounts.set_client_disabled(operator_scope(), command.project,
                                             base::ClientId(command.client_id), disabled));
    print_state_change(command.json, "client", std::to_string(command.client_id), disabled);
    return {};
  });
}

int renew_client(const Settings& settings, const ClientCommand& command) {
  return with_accounts(settings, [&](Accounts& accounts) -> base::Result<void> {
    VEDETTE_ASSIGN(const service::ClientCredentials client,
                   accounts.renew_client_secret(operator_scope(), command.project,
                                                base::ClientId(command.client_id)));
    print_credentials(command.json, client);
    return {};
  });
}

}  // namespace vedette::app
