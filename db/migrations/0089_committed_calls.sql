-- A call whose process died after a commit does not run again under its key.
alter table idempotency_key
  add column attempt integer default 1 not null,
  add column committed boolean default false not null;
