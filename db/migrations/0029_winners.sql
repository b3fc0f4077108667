-- What becomes of a prize between the draw and the parcel.

-- A place of a drawn order that did not take the prize, and who came after it by the same seed and list (giveaways/draw.ts). The
-- key is what lets each place pass on once, whoever passes it on and however many at once.
create table draw_alternate (
  giveaway_id uuid not null references giveaway (id),
  -- 1 is the winner that the draw itself names.
  place integer not null check (place >= 1),
  promoted_at timestamptz not null,
  -- Null: nobody was left.
  next_slot integer,
  next_entry_id uuid,
  primary key (giveaway_id, place),
  check ((next_slot is null) = (next_entry_id is null))
);
create trigger draw_alternate_append_only before update or delete on draw_alternate
  for each row execute function refuse_change();
create trigger draw_alternate_no_truncate before truncate on draw_alternate
  for each statement execute function refuse_change();

-- Who has a drawn prize now; slot and entry are null where nobody is left in the order.
create view drawn_winner as
  select d.giveaway_id, d.drawn_at,
    case when p.giveaway_id is null then d.winner_slot else p.next_slot end as slot,
    case when p.giveaway_id is null then d.winner_entry_id else p.next_entry_id end as entry_id
  from draw d
  left join lateral (
    select * from draw_alternate where giveaway_id = d.giveaway_id order by place desc limit 1
  ) p on true;

-- Somebody whom the drawn order named, and how far their prize is. Rows of places that passed on stay.
create table winner (
  -- That of the entry: it is drawn once.
  id uuid primary key,
  giveaway_id uuid not null references giveaway (id),
  place integer not null check (place >= 1),
  -- Null for a mail-in entrant without an account.
  user_id uuid,
  state text not null default 'drawn' check (state in
    ('drawn', 'notified', 'accepted', 'shipped', 'done', 'declined', 'forfeited', 'disqualified')),
  drawn_at timestamptz not null,
  -- When this place came up: the draw, or the moment when the place before it passed on.
  selected_at timestamptz not null,
  -- The e-mail that tells of the prize; `notified` is whoever it has left for.
  notice_id uuid,
  notified_at timestamptz,
  answer_due_at timestamptz,
  reminders smallint not null default 0 check (reminders between 0 and 2),
  answered_at timestamptz,
  -- { name, line1, line2, city, state, postalCode, country } as the winner gave it; gone with their account.
  ship_to jsonb,
  carrier text check (length(carrier) between 1 and 60),
  tracking_number text check (length(tracking_number) between 1 and 60),
  shipped_at timestamptz,
  done_at timestamptz,
  ended_at timestamptz,
  ended_reason text check (length(ended_reason) between 1 and 500),
  -- What staff have to do next, and until when.
  task text check (task in ('tell', 'collect-papers', 'check-papers', 'ship', 'confirm', 'nobody-left')),
  task_due_at timestamptz,
  unique (giveaway_id, place),
  check ((task is null) = (task_due_at is null)),
  check (state <> 'notified' or (notified_at is not null and answer_due_at is not null)),
  check (state <> 'shipped' or (shipped_at is not null and carrier is not null)),
  check ((state in ('declined', 'forfeited', 'disqualified')) = (ended_at is not null)),
  check (ended_at is null or ended_reason is not null)
);
-- A prize is with one person at a time, and never comes to the same person again.
create unique index winner_live on winner (giveaway_id) where ended_at is null;
create unique index winner_user on winner (user_id, giveaway_id) where user_id is not null;
create index winner_giveaways on winner (drawn_at desc, giveaway_id desc) where place = 1;
create index winner_state on winner (state, drawn_at desc, giveaway_id desc);
create index winner_tasks on winner (task_due_at, id) where task is not null;
create index winner_waiting on winner (answer_due_at) where state = 'notified';
create index winner_unnotified on winner (selected_at) where state = 'drawn';

-- Papers that the value of a prize asks for: that they came and were looked at, never what is in them.
create table winner_paper (
  winner_id uuid not null references winner (id),
  kind text not null check (kind in ('tax-form', 'affidavit')),
  status text not null default 'asked' check (status in ('asked', 'received', 'checked')),
  asked_at timestamptz not null,
  status_at timestamptz not null,
  primary key (winner_id, kind)
);

-- Every e-mail to a winner; the words of those that staff wrote.
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

-- Every draw has its winner from the first moment, in the transaction that draws.
create function create_first_winner() returns trigger language plpgsql as $$
begin
  insert into winner (id, giveaway_id, place, user_id, drawn_at, selected_at, task, task_due_at)
    select new.winner_entry_id, new.giveaway_id, 1, e.user_id, new.drawn_at, new.drawn_at,
      'tell', new.drawn_at + interval '72 hours'
    from giveaway_entry e where e.id = new.winner_entry_id;
  return null;
end $$;
create trigger draw_first_winner after insert on draw for each row execute function create_first_winner();

-- Winners from before: they were told by e-mail and answered by it. Those of the last 30 days may answer by the link that their
-- reminder brings, the time for it beginning now; of older ones nothing is left to be done.
insert into winner (id, giveaway_id, place, user_id, state, drawn_at, selected_at, notified_at, answer_due_at, done_at)
  select e.id, d.giveaway_id, 1, e.user_id, case when is_recent then 'notified' else 'done' end,
    d.drawn_at, d.drawn_at, d.drawn_at, case when is_recent then now() + interval '7 days' end, case when not is_recent then d.drawn_at end
  from draw d
  join giveaway_entry e on e.id = d.winner_entry_id
  cross join lateral (select d.drawn_at > now() - interval '30 days' as is_recent) age;
create index draw_list on draw (drawn_at desc, giveaway_id desc);
drop index draw_drawn_at;
