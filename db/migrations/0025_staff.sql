-- Who works here, and what they changed.

-- Any role but `user` is staff; what each may do is one table in src/platform/rights.ts. Whoever was staff could do everything.
alter table users drop constraint users_role_check;
update users set role = 'owner' where role = 'admin';
alter table users add constraint users_role_check
  check (role in ('user', 'owner', 'manager', 'support', 'fulfilment', 'draw-officer'));
create index users_staff on users (role, id) where role <> 'user';

-- A shop that had an owner keeps one who can sign in, whoever acts and however many at once: each waits for the other, and then
-- reads what the other left.
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('keep_an_owner'));
  if not exists (select from users where role = 'owner' and enabled) then
    raise exception 'the last owner cannot be removed' using errcode = 'check_violation', constraint = 'last_owner';
  end if;
  return null;
end $$;
create trigger users_keep_an_owner after update of role, enabled on users
  for each row when (old.role = 'owner' and old.enabled and (new.role <> 'owner' or not new.enabled))
  execute function keep_an_owner();
create trigger users_keep_an_owner_on_delete after delete on users
  for each row when (old.role = 'owner' and old.enabled) execute function keep_an_owner();

-- Who changed what, when, from what to what, and why. What names a person stands here masked (adapters/change-record.server.ts),
-- so that nothing has to be taken out when they leave.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  -- Null: the shop itself did it. No foreign key, as the record outlives the account.
  actor_id uuid,
  actor_role text,
  -- A verb as staff read it: `changed`, `refunded`, `drew`, `refused`.
  action text not null check (length(action) between 1 and 60),
  subject_type text not null check (length(subject_type) between 1 and 40),
  subject_id text not null check (length(subject_id) between 1 and 200),
  -- What the thing was called then.
  subject_label text not null default '' check (length(subject_label) <= 200),
  -- Of what changed alone: { field: value }.
  before jsonb,
  after jsonb,
  reason text check (length(reason) between 1 and 500),
  request_id text
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_subject on audit_log (subject_type, subject_id, at desc, id desc);
create index audit_log_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);

-- For "who changed that?" with a word of its name or reason; without pg_trgm the search reads through the newest alone.
do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index audit_log_words on audit_log using gin ((subject_label || ' ' || coalesce(reason, '')) gin_trgm_ops);
  end if;
end $$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- Counts the edits of staff: whoever saves what they read before another's edit is told so, and nothing is overwritten.
alter table product add column version int not null default 1;
alter table giveaway add column version int not null default 1;
alter table support_ticket add column version int not null default 1;
