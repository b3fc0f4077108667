-- The desk for the mail: an envelope is numbered when it is opened, and its card is typed and decided afterwards.

alter table mail_card
  -- When and by whom the envelope was opened at the desk. Null for a card that was typed at the opening: `typed_at` is its opening.
  add column opened_at timestamptz,
  add column opened_by uuid,
  -- The desk that reads the card now, so that two desks do not read one card. It decides nothing.
  add column taken_by uuid,
  add column taken_until timestamptz;

-- `opened`: numbered, and not typed yet. Its `typed_at` is the opening until the card is typed.
alter table mail_card drop constraint mail_card_state_check;
alter table mail_card add constraint card_state_known check (state in ('opened', 'waiting', 'registered', 'refused')) not valid;
alter table mail_card drop constraint card_decided;
alter table mail_card add constraint card_decided check ((state in ('opened', 'waiting')) = (decided_at is null)) not valid;
alter table mail_card drop constraint card_read;
alter table mail_card add constraint card_read check (state in ('opened', 'refused') or sender_id is not null) not valid;
alter table mail_card add constraint card_opened_at_desk check (state <> 'opened' or opened_at is not null) not valid;
-- `card_two_persons` compares the typist with the person who decides; a card of the desk always has a typist before it counts.
alter table mail_card add constraint card_typed_at_desk
  check (opened_at is null or state in ('opened', 'refused') or typed_by is not null) not valid;

-- The picture of a card, private: read by staff through the API alone. The file lies in the storage under its key.
create table mail_card_scan (
  card_number integer primary key references mail_card (number),
  file_key text not null unique,
  stored_at timestamptz not null,
  stored_by uuid
);
