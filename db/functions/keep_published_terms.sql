-- Keeps the highest value and the widest states of a giveaway since its publication, and the version of the settings at that moment, for
-- every writer of the row. Rules read them, so that a value that is lowered and raised again lowers no rule.
create or replace function keep_published_terms() returns trigger language plpgsql as $$
declare
  was_public boolean := tg_op = 'UPDATE' and (old.published_at is not null or old.highest_value_cents is not null);
begin
  if new.published_at is null and not was_public then
    new.highest_value_cents := null;
    new.widest_states := null;
    new.settings_since := null;
    return new;
  end if;
  if was_public then
    new.highest_value_cents := greatest(old.highest_value_cents, old.value_cents, new.value_cents);
    new.widest_states := coalesce(old.widest_states, old.eligible_states) || array(
      select unnest(new.eligible_states) except select unnest(coalesce(old.widest_states, old.eligible_states)));
    new.settings_since := coalesce(old.settings_since, 0);
  else
    new.highest_value_cents := new.value_cents;
    new.widest_states := new.eligible_states;
    new.settings_since := (select version from shop_settings);
  end if;
  return new;
end $$;

create or replace trigger giveaway_published_terms
  before insert or update of value_cents, eligible_states, published_at, highest_value_cents, widest_states, settings_since on giveaway
  for each row execute function keep_published_terms();
