-- Actions of staff: who, when, what, before and after, why. Personal values are masked (src/adapters/audit-log.server.ts), so that
-- nothing has to be removed when a user leaves. Append-only.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  -- Null for the shop itself. No foreign key, because the log outlives the account.
  actor_id uuid,
  actor_role text,
  -- A verb as staff read it: `changed`, `refunded`, `drew`, `refused`.
  action text not null check (length(action) between 1 and 60),
  subject_type text not null check (length(subject_type) between 1 and 40),
  subject_id text not null check (length(subject_id) between 1 and 200),
  -- The subject's name at that time.
  subject_label text not null default '' check (length(subject_label) <= 200),
  -- Changed fields only: { field: value }.
  before jsonb,
  after jsonb,
  reason text check (length(reason) between 1 and 500),
  request_id text
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_subject on audit_log (subject_type, subject_id, at desc, id desc);
create index audit_log_actor on audit_log (actor_id, at desc, id desc);
create index audit_log_action on audit_log (action, at desc, id desc);

-- Search by a word of the label or reason; without pg_trgm the search reads the newest rows only.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index audit_log_words on audit_log using gin ((subject_label || ' ' || coalesce(reason, '')) gin_trgm_ops);
  end if;
end $$;
