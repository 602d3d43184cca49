-- Projects, users, clients, tokens, and the audit chain. One text for SQLite and PostgreSQL:
-- bigint, text, bytea and nothing else; times are milliseconds since 1970; 0 and 1 are the booleans.
-- Keys begin with the project, so that the tables can be partitioned or distributed by it.

-- Numbers given out, per project; users, clients and families count within theirs (project 0: the
-- installation, which counts the projects).
create table counters (
  project_id bigint not null,
  name text not null,
  value bigint not null,
  primary key (project_id, name)
);

create table projects (
  project_id bigint not null primary key,
  code text not null,
  company text not null,
  disabled bigint not null default 0,
  settings text not null default '{}',
  created_at bigint not null
);
create unique index projects_by_code on projects (code);

create table users (
  project_id bigint not null,
  user_id bigint not null,
  username text not null,
  password_hash text not null,
  role text not null check (role in ('analyst', 'admin', 'operator')),
  disabled bigint not null default 0,
  created_at bigint not null,
  primary key (project_id, user_id),
  foreign key (project_id) references projects (project_id)
);
create unique index users_by_name on users (project_id, username);

-- The number of a client holds its project: project * 1000000 + a number within the project. The
-- secret is derived from the server key, that number and the generation; nothing of it is here.
create table clients (
  project_id bigint not null,
  client_id bigint not null,
  user_id bigint,
  label text not null,
  generation bigint not null default 1,
  disabled bigint not null default 0,
  created_at bigint not null,
  primary key (project_id, client_id),
  foreign key (project_id) references projects (project_id)
);
create unique index clients_by_user on clients (project_id, user_id);

-- All tokens that descend from one sign-in.
create table token_families (
  project_id bigint not null,
  family_id bigint not null,
  user_id bigint not null,
  client_id bigint not null,
  scope text not null,
  created_at bigint not null,
  expires_at bigint not null,
  generation bigint not null,
  rotated_at bigint not null,
  refresh_expires_at bigint not null,
  refresh_closed_at bigint,
  revoked_at bigint,
  primary key (project_id, family_id),
  foreign key (project_id, user_id) references users (project_id, user_id)
);
create index token_families_by_user on token_families (project_id, user_id, family_id);
create index token_families_by_expiry on token_families (expires_at);

create table access_tokens (
  project_id bigint not null,
  token_sha256 bytea not null,
  family_id bigint not null,
  issued_at bigint not null,
  expires_at bigint not null,
  primary key (project_id, token_sha256)
);
create index access_tokens_by_expiry on access_tokens (expires_at);
create index access_tokens_by_family on access_tokens (project_id, family_id);

create table refresh_tokens (
  project_id bigint not null,
  token_sha256 bytea not null,
  family_id bigint not null,
  generation bigint not null,
  expires_at bigint not null,
  primary key (project_id, token_sha256)
);
create index refresh_tokens_by_expiry on refresh_tokens (expires_at);
create index refresh_tokens_by_family on refresh_tokens (project_id, family_id);

-- (user, address) pairs that guessed too often; the key is a digest.
create table login_throttles (
  key_sha256 bytea not null primary key,
  blocked_until bigint not null
);
create index login_throttles_by_expiry on login_throttles (blocked_until);

-- Answers of writes that carried an Idempotency-Key, kept for a day.
create table idempotency_keys (
  project_id bigint not null,
  key_sha256 bytea not null,
  request_sha256 bytea not null,
  status bigint,
  answer text,
  created_at bigint not null,
  expires_at bigint not null,
  primary key (project_id, key_sha256)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);

-- The newest entry of each chain; locking this row serialises the writes of a project.
create table audit_heads (
  project_id bigint not null primary key,
  sequence bigint not null,
  mac bytea not null
);

create table audit_entries (
  project_id bigint not null,
  sequence bigint not null,
  at bigint not null,
  action text not null,
  actor text not null,
  request_id text not null,
  refers_to bigint not null,
  payload_sha256 bytea not null,
  mac bytea not null,
  primary key (project_id, sequence)
);

-- What an entry says about people; erasable without breaking the chain.
create table audit_payloads (
  project_id bigint not null,
  sequence bigint not null,
  salt bytea not null,
  payload text not null,
  primary key (project_id, sequence)
);
