-- What somebody agreed to, by which words, when and from where. It is proof, so it is never changed, and it outlives the
-- account: no foreign key.
create table consent_record (
  id uuid primary key,
  user_id uuid not null,
  channel text not null check (channel in ('sms', 'email', 'push')),
  -- Null is the whole channel; else messages of one kind.
  kind text,
  given boolean not null,
  -- What was read when the answer was given, and the version of these words.
  wording text not null check (length(wording) between 1 and 1000),
  wording_version text not null check (length(wording_version) between 1 and 40),
  source text not null check (length(source) between 1 and 40),
  at timestamptz not null,
  ip text not null default '',
  user_agent text not null default ''
);
create index consent_record_user on consent_record (user_id, channel, at desc, id desc);
create trigger consent_record_append_only before update or delete on consent_record
  for each row execute function refuse_change();
create trigger consent_record_no_truncate before truncate on consent_record
  for each statement execute function refuse_change();

-- Consents from before there was a record: that they were given is known, and nothing more.
insert into consent_record (id, user_id, channel, given, wording, wording_version, source, at)
select gen_random_uuid(), id, channel, true, 'Given before the wording was recorded.', 'unrecorded', 'backfill', updated_at
from users cross join lateral (values ('sms', sms_consent), ('push', push_consent)) as consent (channel, given)
where consent.given;

-- An inbound SMS names a phone, not a user.
create index users_phone on users (phone) where phone is not null;

-- What somebody said about e-mails of one kind, by a link in such an e-mail. It stands above the type toggles of
-- notification_preference, which are of every channel; without a row those count.
create table email_choice (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('giveaway_alert', 'promotional_offer', 'cart_reminder')),
  wanted boolean not null,
  chosen_at timestamptz not null,
  primary key (user_id, kind)
);

-- A message has one life: waiting, then sent, dropped (nobody wants it any more) or failed (given up).
alter table message
  add column state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')),
  -- What it is about; null for codes, receipts and whatever else is owed to its recipient regardless of wishes.
  add column kind text check (kind in ('giveaway_alert', 'order_update', 'promotional_offer', 'cart_reminder', 'welcome')),
  -- Kind, occasion, user and channel: what happens once is told once, whatever is tried again.
  add column once_key text unique check (length(once_key) <= 300),
  -- Nobody touches it before. Moved on by whoever takes it in hand (a lease), by a failure and by quiet hours.
  add column next_attempt_at timestamptz not null default now(),
  add column attempts smallint not null default 0,
  -- The last error, or why it was dropped.
  add column reason text,
  -- The calendar month whose cap this SMS was counted in.
  add column cap_month date;
update message set state = 'sent' where sent_at is not null;
alter table message add constraint message_sent_at check ((state = 'sent') = (sent_at is not null));
create index message_due on message (channel, next_attempt_at, id) where state = 'waiting';

-- How many SMS a phone got in a calendar month of its own time. The phone is a keyed hash: recognised, never read.
create table sms_month (
  phone_hash text not null,
  month date not null,
  sent smallint not null check (sent between 0 and 4),
  primary key (phone_hash, month)
);

-- Phones that said STOP. Only START from the phone itself ends it, so that nobody can type a stranger's number and have it written to.
create table sms_stop (
  phone_hash text primary key,
  stopped_at timestamptz not null
);

-- Every inbound SMS once, with what was answered: a repeated delivery gets the same answer and changes nothing.
create table inbound_sms (
  message_sid text primary key check (length(message_sid) <= 64),
  phone_hash text not null,
  keyword text,
  reply text,
  received_at timestamptz not null
);
create index inbound_sms_received_at on inbound_sms (received_at);

-- What staff tell everybody who wants offers.
create table promotion (
  id uuid primary key,
  subject text not null check (length(subject) between 1 and 120),
  body text not null check (length(body) between 1 and 5000),
  sms text check (length(sms) <= 160),
  push_body text check (length(push_body) <= 300),
  created_by uuid,
  created_at timestamptz not null
);

-- A giveaway is announced once, however its start is moved afterwards.
create table giveaway_alert (
  giveaway_id uuid primary key references giveaway (id),
  begun_at timestamptz not null
);
