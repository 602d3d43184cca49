-- A family that a browser session started: its access tokens travel in a cookie, it has no refresh
-- token, and only such a family is extended by PUT /console/session.
alter table token_families add column console bigint not null default 0;
