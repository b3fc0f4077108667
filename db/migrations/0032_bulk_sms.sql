-- SMS that staff write to many: a batch of messages that can be held and dropped as one, and the campaign that fills it.

alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (
  kind in ('giveaway_alert', 'order_update', 'promotional_offer', 'cart_reminder', 'welcome', 'bulk_sms'));

-- Whether the messages of a batch may leave is asked when each leaves, so one row holds a million of them. What became of them is counted
-- in the statement that notes it, so that a progress bar costs the same however many there are.
create table message_batch (
  id uuid primary key,
  state text not null default 'going' check (state in ('going', 'held', 'dropped')),
  sent int not null default 0,
  dropped int not null default 0,
  failed int not null default 0
);
alter table message add column batch_id uuid references message_batch (id);
create index message_of_batch on message (batch_id, state) where batch_id is not null;
create index message_batch_waiting on message (batch_id, next_attempt_at) where batch_id is not null and state = 'waiting';

-- Whom a batch reaches: each person once, and each phone once.
create table batch_recipient (
  -- The message's own.
  id uuid primary key,
  batch_id uuid not null references message_batch (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  phone_hash text not null,
  unique (batch_id, user_id),
  unique (batch_id, phone_hash)
);
create index batch_recipient_list on batch_recipient (batch_id, id);
create index batch_recipient_user on batch_recipient (user_id);

create table sms_campaign (
  -- The batch's own.
  id uuid primary key references message_batch (id),
  -- The words alone, and the whole of it as it leaves.
  text text not null check (length(text) between 1 and 160),
  body text not null check (length(body) between 1 and 400),
  -- By which the same words are known again, however they are spaced and cased.
  text_hash text not null,
  audience text not null check (audience in ('selected', 'filtered', 'all')),
  -- Of a selection, and of a filter: emptied of what names people once everybody was looked at.
  ids uuid[] not null default '{}',
  filter jsonb not null default '{}',
  state text not null default 'running' check (state in ('running', 'paused', 'cancelled')),
  -- How far the walk through the people is, by id; and when it came to its end.
  cursor uuid,
  finished_at timestamptz,
  processed_count int not null default 0,
  queued int not null default 0,
  -- Why people were left out: { reason: number }.
  skipped jsonb not null default '{}',
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index sms_campaign_newest on sms_campaign (created_at desc, id desc);
create index sms_campaign_text on sms_campaign (text_hash, created_at desc);
create index sms_campaign_unfinished on sms_campaign (id) where state = 'running' and finished_at is null;
