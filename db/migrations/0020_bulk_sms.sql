-- SMS campaigns of staff. A campaign fills one message batch (0002_notifications.sql).
create table sms_campaign (
  -- The batch's id.
  id uuid primary key references message_batch (id),
  -- The words alone, and the whole SMS with label and ending.
  text text not null check (length(text) between 1 and 160),
  body text not null check (length(body) between 1 and 400),
  -- Equal for the same words in other spacing and case.
  text_hash text not null,
  audience text not null check (audience in ('selected', 'filtered', 'all')),
  -- The selection or the filter; ids and search words are deleted after the last batch of recipients.
  ids uuid[] not null default '{}',
  filter jsonb not null default '{}',
  state text not null default 'running' check (state in ('running', 'paused', 'cancelled')),
  -- The last processed user id, and when the audience ended.
  cursor uuid,
  finished_at timestamptz,
  processed_count integer not null default 0,
  queued integer not null default 0,
  -- Skipped users by reason: { reason: number }.
  skipped jsonb not null default '{}',
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index sms_campaign_newest on sms_campaign (created_at desc, id desc);
create index sms_campaign_text on sms_campaign (text_hash, created_at desc);
create index sms_campaign_unfinished on sms_campaign (id) where state = 'running' and finished_at is null;
