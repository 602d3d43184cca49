#pragma once

#include <sys/socket.h>

#include <string>
#include <string_view>

namespace vedette::fetch {

// Whether an address is one of the public Internet: not of this machine, a private network, a link,
// a carrier's inside, a documentation or test range, nor a group. An IPv6 address that carries an
// IPv4 one (mapped, NAT64) is judged by that; tunnels (6to4, Teredo) are not public.
bool is_public(const sockaddr& address);

// The same for an address as text; false for anything that is no address.
bool is_public(std::string_view text);

// Whether it is an address of the link, where clouds keep the metadata of their machines (and with
// them credentials): nothing is asked of it, whatever is allowed.
bool is_link_local(const sockaddr& address);
bool is_link_local(std::string_view text);

// Whether the text is an IPv4 or IPv6 address (brackets allowed), rather than a name.
bool is_address(std::string_view text);

}  // namespace vedette::fetch
