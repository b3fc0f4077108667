-- Outbox, consents and preferences of e-mail, SMS and push.

-- Messages that are sent, held and dropped as one. The state is read when each message is sent, so that one row holds a million of
-- them. The counts change in the statement that records a result.
create table message_batch (
  id uuid primary key,
  state text not null default 'going' check (state in ('going', 'held', 'dropped')),
  sent integer not null default 0,
  dropped integer not null default 0,
  failed integer not null default 0
);

-- Outgoing messages, written in the transaction that needs them sent.
create table message (
  id uuid primary key,
  user_id uuid references users (id) on delete set null,
  channel text not null check (channel in ('email', 'sms', 'push')),
  recipient text not null,
  subject text not null,
  body text not null,
  html text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- What a click on a push opens: { type, giveawayId, orderId }.
  data jsonb,
  -- dropped: no longer wanted. failed: the provider refused it for good.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')),
  -- Null for codes, receipts and other messages that ignore preferences.
  kind text
    check (kind in ('giveaway_alert', 'order_update', 'promotional_offer', 'cart_reminder', 'welcome', 'bulk_sms')),
  -- Kind, occasion, user and channel, so that a retry sends nothing twice.
  once_key text unique check (length(once_key) <= 300),
  -- The lease of the worker that claimed it, the next retry, or the end of quiet hours.
  next_attempt_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- The last error, or why it was dropped.
  reason text,
  -- The calendar month whose SMS cap counts this message.
  cap_month date,
  batch_id uuid references message_batch (id),
  -- When a batch message was submitted to its provider, until the result is recorded. A worker that finds it set does not send
  -- again, because a crashed worker may have sent it (docs/decisions/0037-bulk-sms.md).
  submitted_at timestamptz,
  -- Start of the provider's current outage, without pauses of ours. After a day the message fails.
  failing_since timestamptz,
  constraint message_sent_at check ((state = 'sent') = (sent_at is not null))
);
create index message_recipient on message (recipient, created_at desc, id desc);
create index message_created_at on message (created_at desc, id desc);
create index message_due on message (channel, next_attempt_at, id) where state = 'waiting';
create index message_of_batch on message (batch_id, state) where batch_id is not null;
create index message_batch_waiting on message (batch_id, next_attempt_at) where batch_id is not null and state = 'waiting';
-- Costs of SMS in a period.
create index message_sms_sent on message (sent_at) where channel = 'sms' and sent_at is not null;
-- Announcements of one giveaway: their once_key begins with the kind and the giveaway's id.
create index message_giveaway_alert on message (left(once_key, 51)) where kind = 'giveaway_alert';

-- Recipients of a batch: each user once and each phone once.
create table batch_recipient (
  -- The message's id.
  id uuid primary key,
  batch_id uuid not null references message_batch (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  phone_hash text not null,
  unique (batch_id, user_id),
  unique (batch_id, phone_hash)
);
create index batch_recipient_list on batch_recipient (batch_id, id);
create index batch_recipient_user on batch_recipient (user_id);

-- A user without a row has these defaults.
create table notification_preference (
  user_id uuid primary key references users (id) on delete cascade,
  push_opt_in boolean not null default false,
  giveaway_alerts boolean not null default true,
  order_updates boolean not null default true,
  promotional_offers boolean not null default false,
  cart_reminders boolean not null default true,
  email_opt_in boolean not null default true,
  -- IANA name, for quiet hours; null until a browser reports it.
  time_zone text check (length(time_zone) between 1 and 64),
  updated_at timestamptz not null default now()
);

-- Push subscriptions. An endpoint is one browser profile and belongs to the user who signed in there last.
create table push_endpoint (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https?://' and length(endpoint) <= 2048),
  p256dh text not null,
  auth text not null,
  channel_type text not null default 'WEB_PUSH' check (channel_type = 'WEB_PUSH'),
  platform text not null default '',
  user_agent text not null default '',
  language text not null default '',
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  -- When the push service last accepted a message.
  last_ok_at timestamptz
);
create index push_endpoint_user_id on push_endpoint (user_id, created_at desc);

-- Evidence of each consent and withdrawal: append-only, and without a foreign key because it outlives the account.
create table consent_record (
  id uuid primary key,
  user_id uuid not null,
  channel text not null check (channel in ('sms', 'email', 'push')),
  -- Null for the whole channel.
  kind text,
  given boolean not null,
  -- The words that the user read, and their version.
  wording text not null check (length(wording) between 1 and 1000),
  wording_version text not null check (length(wording_version) between 1 and 40),
  source text not null check (length(source) between 1 and 40),
  at timestamptz not null,
  ip text not null default '',
  user_agent text not null default ''
);
create index consent_record_user on consent_record (user_id, channel, at desc, id desc);
create index consent_record_user_at on consent_record (user_id, at desc, id desc);

-- A choice by the link in an e-mail. It overrides the types of notification_preference, which apply to every channel.
create table email_choice (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('giveaway_alert', 'promotional_offer', 'cart_reminder')),
  wanted boolean not null,
  chosen_at timestamptz not null,
  primary key (user_id, kind)
);

-- The monthly SMS cap of a phone: at most 4, by months of the phone's time zone. The phone is a keyed hash.
create table sms_month (
  phone_hash text not null,
  month date not null,
  sent smallint not null check (sent between 0 and 4),
  primary key (phone_hash, month)
);

-- Phones that replied STOP. Only START from the phone itself ends it, so that a user who enters another's number causes no SMS.
create table sms_stop (
  phone_hash text primary key,
  stopped_at timestamptz not null
);

-- Inbound SMS with their replies: a repeated delivery gets the same reply and changes nothing.
create table inbound_sms (
  message_sid text primary key check (length(message_sid) <= 64),
  phone_hash text not null,
  keyword text,
  reply text,
  received_at timestamptz not null
);
create index inbound_sms_received_at on inbound_sms (received_at);

-- Offers that staff send to all users with promotional offers enabled.
create table promotion (
  id uuid primary key,
  subject text not null check (length(subject) between 1 and 120),
  body text not null check (length(body) between 1 and 5000),
  sms text check (length(sms) <= 160),
  push_body text check (length(push_body) <= 300),
  created_by uuid,
  created_at timestamptz not null
);
