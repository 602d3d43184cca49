-- What people decided on pairs of list entries: rows are only added, and of a pair the newest holds. They
-- belong to the installation. docs/parties.md tells what they do; docs/ledger.md describes the seal.
-- left_id, right_id: resourceIds, the lower one left. verdict: 0 same, 1 different, 2 unsure.
-- confidence: of the machine then, null when it had none. of_project: the project of the user, 0 for none.
create table party_judgements (
  judgement_id bigint not null primary key,
  left_id text not null,
  left_list text not null,
  left_record text not null,
  right_id text not null,
  right_list text not null,
  right_record text not null,
  verdict bigint not null,
  confidence bigint,
  reason text not null,
  actor text not null,
  username text not null,
  of_project bigint not null,
  request_id text not null,
  made_at bigint not null,
  seal bytea not null
);
