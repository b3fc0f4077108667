-- Keeps the former e-mail address or phone of a winner whose prize is not handed over, for every writer of the account, so that the winner
-- hears of the change at the old contact too. A deleted account keeps none.
create or replace function keep_winner_contact() returns trigger language plpgsql as $$
begin
  insert into winner_contact_change (id, user_id, email, phone, at)
    select gen_random_uuid(), new.id, case when old.email <> new.email then old.email end,
      case when old.phone is distinct from new.phone then old.phone end, now()
    where exists (select from winner w where w.user_id = new.id and w.ended_at is null and w.done_at is null);
  return new;
end $$;

create or replace trigger users_winner_contact after update of email, phone on users
  for each row when ((new.email, new.phone) is distinct from (old.email, old.phone) and new.deleted_at is null)
  execute function keep_winner_contact();
