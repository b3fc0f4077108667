-- Sets the mailbox of the referred user, so that a mailbox is rewarded once, and never by its own code.
create or replace function set_reward_mailbox() returns trigger language plpgsql as $$
declare
  is_taken boolean;
begin
  new.mailbox := (select mailbox_of(u.email) from users u where u.id = new.referred_id);
  is_taken := exists (select from referral_reward r where r.mailbox = new.mailbox and (tg_op = 'INSERT' or r.referred_id <> old.referred_id));
  if tg_op = 'UPDATE' then
    if is_taken then new.mailbox := null; end if;
    return new;
  end if;
  -- No row instead of an error, so that the order is settled.
  if is_taken or new.mailbox = (select mailbox_of(u.email) from users u where u.id = new.owner_id) then return null; end if;
  return new;
end $$;

create or replace trigger reward_mailbox before insert or update of referred_id on referral_reward
  for each row execute function set_reward_mailbox();
