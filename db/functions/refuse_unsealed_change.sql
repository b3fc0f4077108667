-- As refuse_change, but a clear seed may be deleted once it is sealed.
create or replace function refuse_unsealed_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from sealed_giveaway_seed s where s.giveaway_id = old.giveaway_id) then
    return old;
  end if;
  raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger giveaway_seed_append_only before update or delete on giveaway_seed
  for each row execute function refuse_unsealed_change();
