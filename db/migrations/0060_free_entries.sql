-- Free entries online, in the register of cards, and cards that give several entries.

-- An entry online takes a number of the register too, so that the leaves and tallies of the draw count it as they count a card.
alter table mail_card add column channel text default 'mail' not null constraint card_channel check (channel in ('mail', 'online'));
-- The card of the same sender whose further entry this number is: the entry tree holds each number of the register once.
alter table mail_card add column extra_of integer constraint card_extra_of references mail_card (number);
create index mail_card_extra on mail_card (extra_of) where extra_of is not null;

-- Read on a card, or given with an entry online. Erased with the sender's other data.
alter table mail_sender add column birth_date date;
-- The two letters of the state in the address.
alter table mail_sender add column region text constraint sender_region check (region ~ '^[A-Z]{2}$');

-- An entry online that waits for its e-mail address to be confirmed, or that was entered.
create table free_entry_request (
  id uuid primary key,
  giveaway_id uuid not null references giveaway (id),
  email text not null check (email = lower(email) and length(email) between 1 and 254),
  name text not null check (length(name) between 1 and 120),
  address text not null check (length(address) between 1 and 300),
  region text not null check (region ~ '^[A-Z]{2}$'),
  birth_date date not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set together when the address is confirmed.
  entered_at timestamptz,
  -- Its day of the shop.
  entered_on date,
  mailbox text,
  sender_id uuid references mail_sender (id),
  card_number integer unique,
  constraint free_entry_whole check (num_nonnulls(entered_at, entered_on, mailbox, sender_id, card_number) in (0, 5))
);
-- A mailbox and a sender enter a giveaway at most once on a day of the shop, whatever the period in the settings.
create unique index free_entry_mailbox_day on free_entry_request (giveaway_id, mailbox, entered_on) where entered_at is not null;
create unique index free_entry_sender_day on free_entry_request (giveaway_id, sender_id, entered_on) where entered_at is not null;
create index free_entry_open on free_entry_request (expires_at) where entered_at is null;
create index free_entry_email on free_entry_request (email);
create index free_entry_sender on free_entry_request (sender_id) where sender_id is not null;
