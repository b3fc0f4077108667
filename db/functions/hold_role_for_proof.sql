-- A role of an account whose mailbox is unproven waits in `offered_role`, whichever release gives it, and becomes `role` at the proof. The
-- setup link makes a proven owner. The rule of a given role holds at the proof too, because the person may have entered or won since: the
-- offer lapses while the person has an open prize, or an entry for which two persons decide. Owners can give the role afterwards.
create or replace function hold_role_for_proof() returns trigger language plpgsql as $$
begin
  if new.mailbox_unproven and new.role <> 'user' then
    new.offered_role := new.role;
    new.role := 'user';
  elsif not new.mailbox_unproven and new.offered_role is not null then
    if not has_prize_at_stake(new.id, new.email) then
      new.role := new.offered_role;
    end if;
    new.offered_role := null;
  end if;
  return new;
end $$;

create or replace trigger users_role_for_proof before insert or update of role, offered_role, mailbox_unproven on users
  for each row execute function hold_role_for_proof();
