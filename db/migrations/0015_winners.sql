-- A prize between the draw and the parcel.

-- An entrant named by the drawn order, and the progress of the prize. Rows of earlier places stay.
create table winner (
  -- The entry's id, because an entry is drawn once.
  id uuid primary key,
  giveaway_id uuid not null references giveaway (id),
  place integer not null check (place >= 1),
  -- Null for a mail-in entrant without an account.
  user_id uuid,
  state text not null default 'drawn' check (state in
    ('drawn', 'notified', 'accepted', 'shipped', 'done', 'declined', 'forfeited', 'disqualified')),
  drawn_at timestamptz not null,
  -- The draw, or the promotion of this alternate.
  selected_at timestamptz not null,
  -- The e-mail about the prize; the winner is `notified` when it was sent.
  notice_id uuid,
  notified_at timestamptz,
  answer_due_at timestamptz,
  reminders smallint not null default 0 check (reminders between 0 and 2),
  answered_at timestamptz,
  -- { name, line1, line2, city, state, postalCode, country } from the winner; deleted with the account.
  ship_to jsonb,
  carrier text check (length(carrier) between 1 and 60),
  tracking_number text check (length(tracking_number) between 1 and 60),
  shipped_at timestamptz,
  done_at timestamptz,
  ended_at timestamptz,
  ended_reason text check (length(ended_reason) between 1 and 500),
  -- The next task of staff and its deadline.
  task text check (task in ('tell', 'collect-papers', 'check-papers', 'ship', 'confirm', 'nobody-left')),
  task_due_at timestamptz,
  unique (giveaway_id, place),
  check ((task is null) = (task_due_at is null)),
  check (state <> 'notified' or (notified_at is not null and answer_due_at is not null)),
  check (state <> 'shipped' or (shipped_at is not null and carrier is not null)),
  check ((state in ('declined', 'forfeited', 'disqualified')) = (ended_at is not null)),
  check (ended_at is null or ended_reason is not null)
);
-- One entrant holds a prize at a time, and never twice.
create unique index winner_live on winner (giveaway_id) where ended_at is null;
create unique index winner_user on winner (user_id, giveaway_id) where user_id is not null;
create index winner_giveaways on winner (drawn_at desc, giveaway_id desc) where place = 1;
create index winner_state on winner (state, drawn_at desc, giveaway_id desc);
create index winner_tasks on winner (task_due_at, id) where task is not null;
create index winner_waiting on winner (answer_due_at) where state = 'notified';
create index winner_unnotified on winner (selected_at) where state = 'drawn';

-- Documents that a prize's value requires: that staff received and checked them, never their content.
create table winner_paper (
  winner_id uuid not null references winner (id),
  kind text not null check (kind in ('tax-form', 'affidavit')),
  status text not null default 'asked' check (status in ('asked', 'received', 'checked')),
  asked_at timestamptz not null,
  status_at timestamptz not null,
  primary key (winner_id, kind)
);

-- E-mails to a winner; the body is stored for those that staff wrote.
create table winner_message (
  id uuid primary key,
  winner_id uuid not null references winner (id),
  at timestamptz not null,
  kind text not null check (kind in ('notice', 'reminder', 'papers', 'shipped', 'written')),
  subject text not null check (length(subject) between 1 and 200),
  body text check (length(body) between 1 and 5000),
  sent_by uuid
);
create index winner_message_winner on winner_message (winner_id, at desc, id desc);
