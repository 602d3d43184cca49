#pragma once

#include <functional>

#include "base/clock.h"
#include "http/router.h"
#include "service/access/sign_in_gate.h"

namespace vedette::api {

// Where sign-ins are let in; both outlive the routes. Without a gate everybody may wait.
struct SignInAdmission {
  service::SignInGate* gate = nullptr;
  const base::Clock* clock = nullptr;
};

// Reads the account that a sign-in names; empty when it names none. Called on network threads.
using AccountOf = std::function<std::string(const http::Request&)>;

// The row of an operation that compares passwords: it waits for workers of its own, so that guesses
// do not hold up those who have a token, and the gate decides who may wait.
http::Route sign_in_route(http::Route row, const SignInAdmission& admission, AccountOf account_of);

}  // namespace vedette::api
