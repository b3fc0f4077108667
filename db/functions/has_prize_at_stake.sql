-- Whether a person has an open prize, or an entry for which two persons decide and whose giveaway is not decided: the rule of
-- `requireNoEntrant` for a role that becomes real in the database. 500,000 is the default threshold of the code, in cents.
create or replace function has_prize_at_stake(person uuid, address text) returns boolean language sql stable as $$
  select exists (select from winner w where w.user_id = person and w.state in ('drawn', 'notified', 'accepted'))
    or exists (
      select from giveaway_entry e join giveaway g on g.id = e.giveaway_id left join winner w on w.id = e.id
      where (e.user_id = person or (e.user_id is null and (lower(e.mail_email) = lower(address) or e.id = any(array(
          select c.entry_id from mail_card c join mail_sender s on s.id = c.sender_id where s.user_id = person)))))
        and (w.state in ('drawn', 'notified', 'accepted') or (
          e.removed_at is null and not e.is_staff and g.archived_at is null and takes_two_persons(g.id, 500000)
          and (not exists (select from draw d where d.giveaway_id = g.id)
            or exists (select from winner o where o.giveaway_id = g.id and o.state in ('drawn', 'notified', 'accepted'))))))
$$;
