-- One mailbox is one person for referrals and first-order codes, however its address is written. docs/decisions/0046-referrals-and-mailboxes.md

-- The mailbox that an address delivers to: the part behind a plus is dropped everywhere; dots, dashes and second domains where the
-- provider ignores them. Only for comparing: letters go to the address as its owner typed it.
create function mailbox_of(email text) returns text language sql immutable strict parallel safe as $$
  select case
    when domain in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com'
    when domain in ('icloud.com', 'me.com', 'mac.com') then name || '@icloud.com'
    when domain in ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') then translate(name, '.-_', '') || '@proton.me'
    when domain in ('yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'ya.ru') then replace(name, '.', '-') || '@yandex.ru'
    when domain like 'yahoo.%' or domain in ('ymail.com', 'rocketmail.com')
      then coalesce(nullif(split_part(name, '-', 1), ''), name) || '@' || domain
    else name || '@' || domain
  end
  from (
    select coalesce(nullif(split_part(split_part(lower(email), '@', 1), '+', 1), ''), split_part(lower(email), '@', 1)) as name,
      split_part(lower(email), '@', 2) as domain
  ) parts
$$;

-- Who brought the person who registers, as the registering browser says. It becomes a referral when this registration is confirmed.
alter table registration add column referral_code text;
alter table registration add column referred_at timestamptz;

-- Set while a use of a first-order code counts, so that one mailbox has one of them.
alter table code_use add column mailbox text;
update code_use c set mailbox = m.mailbox from (
  select distinct on (mailbox_of(u.email)) f.id, mailbox_of(u.email) as mailbox
  from code_use f join users u on u.id = f.user_id
  where f.first_order and f.state in ('held', 'used') and not f.late
  order by mailbox_of(u.email), f.state = 'used' desc, f.id
) m where c.id = m.id;
create unique index one_first_order_of_mailbox on code_use (mailbox);
create function set_first_order_mailbox() returns trigger language plpgsql as $$
begin
  new.mailbox := case when new.first_order and new.state in ('held', 'used') and not new.late
    then (select mailbox_of(u.email) from users u where u.id = new.user_id) end;
  -- Money that came late and merged accounts are never refused for it.
  if tg_op = 'UPDATE' and exists (select from code_use c where c.mailbox = new.mailbox and c.id <> new.id) then
    new.mailbox := null;
  end if;
  return new;
end $$;
create trigger first_order_mailbox before insert or update of state, late, user_id on code_use
  for each row execute function set_first_order_mailbox();

-- The mailbox of the person who was brought: one reward for each.
alter table referral_reward add column mailbox text;
update referral_reward r set mailbox = m.mailbox from (
  select distinct on (mailbox_of(u.email)) w.referred_id, mailbox_of(u.email) as mailbox
  from referral_reward w join users u on u.id = w.referred_id
  order by mailbox_of(u.email), w.granted_at, w.referred_id
) m where r.referred_id = m.referred_id;
create unique index one_reward_for_mailbox on referral_reward (mailbox);
create function set_reward_mailbox() returns trigger language plpgsql as $$
declare
  is_taken boolean;
begin
  new.mailbox := (select mailbox_of(u.email) from users u where u.id = new.referred_id);
  is_taken := exists (select from referral_reward r where r.mailbox = new.mailbox and (tg_op = 'INSERT' or r.referred_id <> old.referred_id));
  if tg_op = 'UPDATE' then
    if is_taken then new.mailbox := null; end if;
    return new;
  end if;
  -- No row rather than an error: the order that it came with is settled all the same.
  if is_taken or new.mailbox = (select mailbox_of(u.email) from users u where u.id = new.owner_id) then return null; end if;
  return new;
end $$;
create trigger reward_mailbox before insert or update of referred_id on referral_reward
  for each row execute function set_reward_mailbox();
