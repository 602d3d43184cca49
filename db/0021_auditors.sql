-- Auditors read everything of their project and change nothing. A check cannot be widened in place in
-- both stores, so the column is made anew.
alter table users add column held_role text not null default 'analyst'
  check (held_role in ('analyst', 'auditor', 'admin', 'operator'));
update users set held_role = role;
alter table users drop column role;
alter table users rename column held_role to role;
