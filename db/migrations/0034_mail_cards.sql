-- The register of mailed entries. Each opened card gets the shop's next number and keeps it, also when it is refused.

-- A person who enters by mail. An account may belong to the sender.
create table mail_sender (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  -- As written on the card. Null for an entry of a release that did not ask for it.
  address text check (length(address) between 1 and 300),
  email text check (email = lower(email) and length(email) between 1 and 254),
  -- Normalised forms (src/features/giveaways/cards/sender-key.ts), by which the sender of a later card is found again. Null without an
  -- address, and after erasure.
  name_key text,
  address_key text,
  user_id uuid references users (id),
  created_at timestamptz not null,
  erased_at timestamptz,
  constraint mail_sender_keys check ((name_key is null) = (address_key is null)),
  constraint mail_sender_erased check (erased_at is null or (address is null and email is null and name_key is null))
);
create unique index mail_sender_written on mail_sender (name_key, address_key);
create index mail_sender_email on mail_sender (email) where email is not null;
create index mail_sender_user on mail_sender (user_id) where user_id is not null;

-- The guarded counter of the register: one row, updated in the transaction that writes the card, so that a rollback leaves no gap.
create table mail_register (
  is_only boolean primary key default true check (is_only),
  last_number integer not null default 0
);

create table mail_card (
  number integer primary key check (number > 0),
  giveaway_id uuid not null references giveaway (id),
  -- Null for a card whose sender cannot be read.
  sender_id uuid references mail_sender (id),
  -- The day on which the envelope arrived decides; the postmark is for the record.
  received_on date not null,
  postmarked_on date constraint card_postmarked_before_received check (postmarked_on <= received_on),
  typed_by uuid,
  typed_at timestamptz not null,
  -- The value of the prize asked for a second person when the card was typed.
  needs_second boolean not null,
  state text not null check (state in ('waiting', 'registered', 'refused')),
  decided_by uuid,
  decided_at timestamptz,
  reason text check (reason in
    ('duplicate', 'over_cap', 'outside_window', 'unreadable', 'under_age', 'not_by_hand', 'withdrawn', 'not_confirmed', 'other')),
  entry_id uuid unique,
  -- Already counted in a tally of the shop's log: the opening of the card, and the decision on it.
  is_opening_tallied boolean not null default false,
  is_decision_tallied boolean not null default false,
  constraint card_decided check ((state = 'waiting') = (decided_at is null)),
  constraint card_refused check ((state = 'refused') = (reason is not null)),
  constraint card_registered check ((state = 'registered') = (entry_id is not null)),
  constraint card_read check (state = 'refused' or sender_id is not null),
  -- The second person is another account than the typist's.
  constraint card_two_persons check (not needs_second or state <> 'registered' or decided_by <> typed_by)
);
create index mail_card_of_giveaway on mail_card (giveaway_id, number desc);
create index mail_card_of_sender on mail_card (sender_id, giveaway_id);
create index mail_card_waiting on mail_card (giveaway_id, number) where state = 'waiting';
create index mail_card_untallied on mail_card (giveaway_id) where not is_opening_tallied or (decided_at is not null and not is_decision_tallied);

-- A card may lack an e-mail address.
alter table giveaway_entry drop constraint has_entrant;
alter table giveaway_entry add constraint has_entrant
  check (user_id is not null or (is_private and mail_name is not null)) not valid;

-- Entries by mail of earlier releases get a sender and a card. Those releases knew a sender by account or e-mail address; the address of
-- an erased person stands for nobody.
create temporary table old_mail on commit drop as
  select e.id, e.giveaway_id, e.user_id, e.mail_name, e.created_at, e.created_by, e.mail_postmarked_on,
    coalesce(e.mail_received_on, (e.created_at at time zone 'America/Denver')::date) as received_on,
    case when e.mail_email <> 'deleted@redoubt.invalid' then lower(e.mail_email) end as email,
    e.user_id is null and (e.mail_email is null or e.mail_email = 'deleted@redoubt.invalid') as is_erased,
    row_number() over (order by e.created_at, e.id)::integer as number
  from giveaway_entry e where e.is_private;
create temporary table old_sender on commit drop as
  select gen_random_uuid() as id, person, (array_agg(user_id order by created_at desc) filter (where user_id is not null))[1] as user_id,
    (array_agg(mail_name order by created_at desc) filter (where mail_name is not null))[1] as name,
    (array_agg(email order by created_at desc) filter (where email is not null))[1] as email,
    min(created_at) as created_at, bool_and(is_erased) as is_erased
  from (select coalesce(user_id::text, email, id::text) as person, * from old_mail) m group by person;
insert into mail_sender (id, name, email, user_id, created_at, erased_at)
  select id, left(coalesce(nullif(name, ''), 'Entrant'), 120), case when length(email) <= 254 then email end, user_id, created_at,
    case when is_erased then now() end
  from old_sender;
insert into mail_card (number, giveaway_id, sender_id, received_on, postmarked_on, typed_by, typed_at, needs_second, state, decided_by,
    decided_at, entry_id, is_opening_tallied, is_decision_tallied)
  select m.number, m.giveaway_id, s.id, m.received_on, m.mail_postmarked_on, m.created_by, m.created_at, false, 'registered', m.created_by,
    m.created_at, m.id, true, true
  from old_mail m join old_sender s on s.person = coalesce(m.user_id::text, m.email, m.id::text);
update giveaway_entry e set mail_sender_id = c.sender_id, card_number = c.number from mail_card c where c.entry_id = e.id;
-- Their leaves are still to be made: the sender stands in them, and the number of the register.
update draw_event d set person_id = coalesce(e.user_id, e.mail_sender_id),
    card_number = case when d.kind = 'mail' then e.card_number end, received_on = case when d.kind = 'mail' then c.received_on end
  from giveaway_entry e join mail_card c on c.entry_id = e.id where d.entry_id = e.id and e.is_private;
insert into mail_register (last_number) select count(*) from old_mail;
