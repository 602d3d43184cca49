#include "api/routes.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <filesystem>
#include <optional>
#include <set>

#include "base/digest.h"
#include "base/embedded.h"

namespace vedette::api {
namespace {

using Operation = std::pair<std::string, std::string>;  // path, method in small letters

std::set<Operation> described_operations() {
  const auto text = base::embedded("docs/openapi.json");
  EXPECT_TRUE(text.has_value());
  std::set<Operation> operations;
  const boost::json::value document = boost::json::parse(*text);
  for (const auto& path : document.at("paths").as_object())
    for (const auto& method : path.value().as_object())
      operations.emplace(path.key(), method.key());
  return operations;
}

// The table as the program makes it, over a ledger of its own.
class Service {
 public:
  Service() : directory_(testing::TempDir() + "vedette-routes-" + base::random_token(8)) {
    std::filesystem::create_directories(directory_);
    ledger::LedgerSettings settings;
    settings.data_directory = directory_;
    auto opened = ledger::Ledger::open(settings, clock_, key_);
    EXPECT_TRUE(opened.ok()) << opened.error().message;
    ledger_ = std::move(opened).value();
    sign_in_ = std::make_unique<service::SignIn>(service::SignIn::Parts{
        *ledger_, clock_, key_, passwords_, service::TokenLifetimes(), service::SignInLimits()});
    tokens_ = std::make_unique<service::Tokens>(*ledger_, clock_);
    sessions_ = std::make_unique<service::ConsoleSessions>(*ledger_, clock_, base::seconds(60));
    users_ = std::make_unique<service::Users>(*ledger_, clock_, passwords_);
    auto store = catalogue::Store::open(directory_ / "catalogue");
    EXPECT_TRUE(store.ok());
    store_ = std::make_unique<catalogue::Store>(*store);
    updates_ = std::make_unique<service::ListUpdates>(
        service::UpdateParts{
            .store = *store_, .folder = folder_, .analyser = analyser_, .clock = clock_},
        std::vector<service::ListSource>(), base::Millis{});
    generations_ = std::make_unique<service::Generations>(
        *store, [] { return std::shared_ptr<const catalogue::Catalogue>(); });
    searches_ = std::make_unique<service::Searches>(*ledger_);
    groupings_ = std::make_unique<service::Groupings>(*store_);
    screening_ =
        std::make_unique<service::Screening>(service::Screening::Parts{.generations = *generations_,
                                                                       .analyser = analyser_,
                                                                       .workspaces = workspaces_,
                                                                       .searches = *searches_,
                                                                       .clock = clock_,
                                                                       .ages = ages_});
    records_ =
        std::make_unique<service::Records>(service::Records::Parts{.ledger = *ledger_,
                                                                   .generations = *generations_,
                                                                   .analyser = analyser_,
                                                                   .workspaces = workspaces_,
                                                                   .clock = clock_});
    webhooks_ = std::make_unique<service::Webhooks>(
        service::Webhooks::Parts{.ledger = *ledger_, .clock = clock_, .signing = signing_});
    retention_ = std::make_unique<service::RetentionClock>(
        service::RetentionClock::Parts{.ledger = *ledger_, .clock = clock_});
    webhook_delivery_ = std::make_unique<service::WebhookDelivery>(
        service::WebhookDelivery::Parts{.ledger = *ledger_,
                                        .clock = clock_,
                                        .retention = *retention_,
                                        .signing = signing_,
                                        .node = "node",
                                        .rules = {}});
    attestations_.emplace(service::Attestations::Parts{
        .ledger = *ledger_, .clock = clock_, .calendar = *service::Calendar::of("UTC")});
    erasures_.emplace(
        service::Erasures::Parts{.ledger = *ledger_,
                                 .clock = clock_,
                                 .key = key_,
                                 .signer = signer_,
                                 .file = service::ErasureFile(directory_ / "erasures"),
                                 .program = "test"});
  }
  ~Service() {
    erasures_.reset();
    attestations_.reset();
    webhook_delivery_.reset();
    retention_.reset();
    webhooks_.reset();
    records_.reset();
    screening_.reset();
    searches_.reset();
    users_.reset();
    sessions_.reset();
    tokens_.reset();
    sign_in_.reset();
    ledger_.reset();
    std::filesystem::remove_all(directory_);
  }
  http::Router router() {
    return make_router({.sign_in = *sign_in_,
                        .tokens = *tokens_,
                        .screening = *screening_,
                        .ledger = *ledger_,
                        .records = *records_,
                        .running_keys = running_keys_,
                        .readiness = [] { return service::Readiness(); },
                        .token_body_limit = 1,
                        .console_sessions = *sessions_,
                        .users = *users_,
                        .clock = clock_,
                        .console_assets = {},
                        .store = *store_,
                        .list_ages = ages_,
                        .list_updates = *updates_,
                        .webhooks = *webhooks_,
                        .webhook_delivery = *webhook_delivery_,
                        .groupings = *groupings_,
                        .signer = &signer_,
                        .attestations = &*attestations_,
                        .erasures = &*erasures_});
  }

 private:
  std::filesystem::path directory_;
  base::SystemClock clock_;
  service::SourceFolder folder_{directory_ / "sources"};
  service::ListAges ages_{folder_, {}, base::days(7), clock_};
  ledger::ServerKey key_{base::random_key()};
  service::WebhookSigning signing_{key_};
  service::DocumentSigner signer_{base::KeyPair(base::random_key()), key_};
  service::Passwords passwords_{service::PasswordCost{}, service::PasswordLimits{}};
  std::unique_ptr<ledger::Ledger> ledger_;
  std::unique_ptr<service::SignIn> sign_in_;
  std::unique_ptr<service::Tokens> tokens_;
  std::unique_ptr<service::ConsoleSessions> sessions_;
  std::unique_ptr<service::Users> users_;
  std::unique_ptr<service::Records> records_;
  std::unique_ptr<service::Webhooks> webhooks_;
  std::unique_ptr<service::RetentionClock> retention_;
  std::unique_ptr<service::WebhookDelivery> webhook_delivery_;
  service::RunningKeys running_keys_;
  names::Lexicon lexicon_;
  names::Analyser analyser_{lexicon_};
  search::WorkspacePool workspaces_{1};
  std::unique_ptr<catalogue::Store> store_;
  std::unique_ptr<service::Groupings> groupings_;
  std::unique_ptr<service::ListUpdates> updates_;
  std::unique_ptr<service::Generations> generations_;
  std::unique_ptr<service::Searches> searches_;
  std::unique_ptr<service::Screening> screening_;
  std::optional<service::Attestations> attestations_;
  std::optional<service::Erasures> erasures_;
};

// What people open in a browser is no part of the API.
bool is_page(std::string_view pattern) {
  for (const std::string_view page :
       {"/", "/console", "/console/{path...}", "/docs", "/docs/{path...}"})
    if (pattern == page) return true;
  return false;
}

std::set<Operation> served_operations() {
  Service service;
  const http::Router router = service.router();
  std::set<Operation> operations;
  for (const http::Route& route : router.routes()) {
    if (is_page(route.pattern)) continue;
    for (const http::Method method : {http::Method::kGet, http::Method::kPost, http::Method::kPut,
                                      http::Method::kPatch, http::Method::kDelete}) {
      if (!route.methods.has(method)) continue;
      std::string name(http::method_name(method));
      for (char& c : name)
        c = static_cast<char>(c - 'A' + 'a');
      operations.emplace(route.pattern, name);
    }
  }
  return operations;
}

TEST(Routes, TheDescriptionNamesExactlyTheOperationsThatAreServed) {
  EXPECT_EQ(described_operations(), served_operations());
}

}  // namespace
}  // namespace vedette::api
