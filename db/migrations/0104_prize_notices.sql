-- The notice of a change of a prize joins the letters to winners.
alter table winner_message drop constraint winner_message_kind_check;
alter table winner_message add constraint winner_message_kind_known
  check (kind in ('notice', 'reminder', 'papers', 'shipped', 'written', 'change')) not valid;

-- An account with a prize that is not handed over got another e-mail address or phone. `keep_winner_contact` writes the former one; a job
-- tells both, and deletes the row.
create table winner_contact_change (
  id uuid primary key,
  user_id uuid not null references users (id),
  email text,
  phone text,
  at timestamptz not null
);
create index winner_contact_change_user on winner_contact_change (user_id);
