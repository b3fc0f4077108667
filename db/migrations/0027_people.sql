-- The users' tab: people found, listed, edited and merged by staff.

alter table users
  -- Counts the changes to what staff may edit: whoever saves what they read before another's edit is told so.
  add column version int not null default 1,
  -- Of an account that was merged: where everything of it went. It is closed then, as a deleted one is.
  add column merged_into uuid references users (id),
  add constraint merged_is_closed check (merged_into is null or deleted_at is not null);

create function count_user_edit() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger users_version before update of name, phone, birth_date on users
  for each row when ((new.name, new.phone, new.birth_date) is distinct from (old.name, old.phone, old.birth_date))
  execute function count_user_edit();

create function count_address_edit() returns trigger language plpgsql as $$
begin
  update users set version = version + 1 where id = new.user_id;
  return null;
end $$;
create trigger shipping_address_version after insert on shipping_address
  for each row execute function count_address_edit();
create trigger shipping_address_version_of_edit after update on shipping_address
  for each row when ((new.line1, new.line2, new.city, new.state, new.postal_code, new.country)
    is distinct from (old.line1, old.line2, old.city, old.state, old.postal_code, old.country))
  execute function count_address_edit();

-- Search: any three letters in a row of name, email or phone; the statement repeats this very expression.
create index users_alike on users using gin ((lower(name) || ' ' || email || ' ' || coalesce(phone, '')) gin_trgm_ops)
  where deleted_at is null;
-- With the planner's usual hundred samples every name that is not among the most common looks equally rare.
alter index users_alike alter column 1 set statistics 1000;
-- How names and emails begin, and the lists sorted by them. Of one name, and joined in one moment, ids tell apart.
create index users_name on users (lower(name) collate "C", id) where deleted_at is null;
create index users_email_c on users (email collate "C", id) where deleted_at is null;
-- What the list is narrowed down to, newest first.
create index users_there on users (created_at desc, id desc) where deleted_at is null;
create index users_sms on users (created_at desc, id desc) where sms_consent and deleted_at is null;
create index users_disabled on users (created_at desc, id desc) where not enabled and deleted_at is null;
create index users_merged on users (merged_into) where merged_into is not null;
create index membership_active_at on membership (started_at desc) where status = 'active';

-- Who has credits of a tier to spend: written only when a balance leaves zero or comes back to it, so that no claim pays for the
-- list of the staff (an index of the account itself would be written at each).
create table credit_holder (
  tier tier not null,
  user_id uuid not null references users (id) on delete cascade,
  primary key (tier, user_id)
);
create function sync_credit_holder() returns trigger language plpgsql as $$
begin
  if new.available > 0 then
    insert into credit_holder (tier, user_id) values (new.tier, new.user_id) on conflict do nothing;
  else
    delete from credit_holder where tier = new.tier and user_id = new.user_id;
  end if;
  return null;
end $$;
create trigger credit_account_holder after insert on credit_account
  for each row when (new.available > 0) execute function sync_credit_holder();
create trigger credit_account_holder_of_change after update of available on credit_account
  for each row when ((old.available > 0) <> (new.available > 0)) execute function sync_credit_holder();
insert into credit_holder (tier, user_id) select tier, user_id from credit_account where available > 0;

-- What staff note about a person, for each other.
create table user_note (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  note text not null check (length(note) between 1 and 2000),
  author_id uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index user_note_user on user_note (user_id, created_at desc, id desc);
create index user_note_author on user_note (author_id) where author_id is not null;

-- Entries by mail from before there was an account, looked for when one is merged or deleted.
create index giveaway_entry_mail_email on giveaway_entry (lower(mail_email)) where user_id is null;

-- The time line reads each source by person and time.
create index support_ticket_user_at on support_ticket (user_id, created_at desc, id desc);
create index consent_record_user_at on consent_record (user_id, at desc, id desc);

-- Who is a member now, for whoever narrows a list down by it.
create view active_member as select user_id from membership where status = 'active';

-- What a person did and what befell them, from everywhere, for the time line: one person at a time is asked for. Milliseconds, as
-- the cursor of the list counts in them. What the staff changed stands in audit_log, whose index wants the id as text.
create view user_event as
  select o.user_id, date_trunc('milliseconds', e.at) as at, e.id, 'order' as kind, e.kind as what,
    jsonb_build_object('number', o.number, 'cents', coalesce((e.detail->>'amountCents')::integer, o.total_cents), 'note', e.note) as detail,
    null::tier as tier, null::integer as amount, 'order' as subject_type, o.id::text as subject_id, e.actor_id
  from order_event e join customer_order o on o.id = e.order_id
  union all
  select e.user_id, date_trunc('milliseconds', e.created_at), e.id, 'entry', case when e.is_private then 'mailed' when e.is_auto_entry then 'auto' else 'entered' end,
    jsonb_build_object('title', g.title, 'slot', e.slot_number), g.tier, null, 'giveaway', g.id::text,
    case when e.is_private then e.created_by end
  from giveaway_entry e join giveaway g on g.id = e.giveaway_id
  union all
  select e.user_id, date_trunc('milliseconds', e.removed_at), e.id, 'entry', 'removed',
    jsonb_build_object('title', g.title, 'slot', e.slot_number), g.tier, null, 'giveaway', g.id::text, e.removed_by
  from giveaway_entry e join giveaway g on g.id = e.giveaway_id where e.removed_at is not null
  union all
  select t.user_id, date_trunc('milliseconds', t.created_at), t.id, 'credit', t.kind, jsonb_build_object('description', t.description), t.tier,
    case when t.credit = 'available' then t.amount else -t.amount end, null, null, nullif(t.actor_id, t.user_id)
  from credit_transfer t where 'available' in (t.debit, t.credit)
  union all
  select m.user_id, date_trunc('milliseconds', m.started_at), m.id, 'membership', 'began', jsonb_build_object('plan', m.plan), null, null, null, null, null
  from membership m
  union all
  select m.user_id, date_trunc('milliseconds', m.ended_at), m.id, 'membership', 'ended', jsonb_build_object('plan', m.plan), null, null, null, null, null
  from membership m where m.ended_at is not null
  union all
  select t.user_id, date_trunc('milliseconds', t.created_at), t.id, 'ticket', t.type, jsonb_build_object('subject', t.subject), null, null, 'ticket', t.id::text, null
  from support_ticket t
  union all
  select c.user_id, date_trunc('milliseconds', c.at), c.id, 'consent', c.channel, jsonb_build_object('given', c.given, 'of', c.kind, 'source', c.source), null, null, null, null, null
  from consent_record c
  union all
  select s.user_id, date_trunc('milliseconds', s.created_at), s.id, 'sign-in', 'signed in', jsonb_build_object('browser', s.user_agent), null, null, null, null, null
  from session s
  union all
  select u.id, date_trunc('milliseconds', u.created_at), u.id, 'sign-in', 'joined', '{}', null, null, null, null, null
  from users u
  union all
  select n.user_id, date_trunc('milliseconds', n.created_at), n.id, 'staff', 'noted', jsonb_build_object('note', n.note), null, null, null, null, n.author_id
  from user_note n;
