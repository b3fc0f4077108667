-- What winners agreed to show on /winners. A withdrawn story is deleted.
create table winner_story (
  id uuid primary key,
  winner_id uuid not null unique references winner (id),
  -- As the winner wants to be named.
  name text not null check (length(name) between 1 and 60),
  -- Of the address of the prize; null when the winner does not want it shown.
  state text check (state ~ '^[A-Z]{2}$'),
  words text not null check (length(words) between 1 and 1000),
  picture_key text unique references picture (key),
  -- pending: staff have not read this wording. refused: only the winner and staff see it, with the reason.
  status text not null default 'pending' check (status in ('pending', 'shown', 'refused')),
  refusal_reason text check (length(refusal_reason) between 1 and 500),
  written_at timestamptz not null,
  shown_at timestamptz,
  moderated_by uuid,
  moderated_at timestamptz,
  -- Counts edits and decisions, so that staff decide about the wording that they read.
  version integer not null default 1,
  constraint refused_has_reason check ((status = 'refused') = (refusal_reason is not null)),
  constraint shown_has_time check ((status = 'shown') = (shown_at is not null))
);
create index winner_story_shown on winner_story (shown_at desc, id desc) where status = 'shown';
create index winner_story_by_status on winner_story (status, written_at, id);

-- Consents to be shown, given and withdrawn, with the wording that the winner read. Append-only.
create table winner_story_consent (
  id uuid primary key,
  winner_id uuid not null references winner (id),
  given boolean not null,
  wording text not null,
  wording_version text not null,
  at timestamptz not null,
  ip text not null,
  user_agent text not null
);
create index winner_story_consent_winner on winner_story_consent (winner_id, at);

-- Not validated, because every older row passes: the former check allowed the first three prefixes.
alter table picture drop constraint picture_key_check,
  add constraint picture_key_check check (key ~ '^(products|giveaways|reviews|winners)/[A-Za-z0-9/_-]+$') not valid;
