-- Seeds of giveaways, sealed by AUTH_SECRET. A process of 0.5.0 finds no giveaway in giveaway_seed, and leaves its draw to one of this release.
create table sealed_giveaway_seed (
  giveaway_id uuid primary key references giveaway (id),
  sealed text not null check (starts_with(sealed, 'sealed1.'))
);
-- A new AUTH_SECRET seals anew, so `sealed` may change. The commitment of the giveaway holds the seed itself.
create trigger sealed_giveaway_seed_kept before delete or update of giveaway_id on sealed_giveaway_seed
  for each row execute function refuse_change();
create trigger sealed_giveaway_seed_no_truncate before truncate on sealed_giveaway_seed
  for each statement execute function refuse_change();

-- A clear seed may go once it is sealed.
create function refuse_unsealed_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from sealed_giveaway_seed s where s.giveaway_id = old.giveaway_id) then
    return old;
  end if;
  raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger giveaway_seed_append_only on giveaway_seed;
create trigger giveaway_seed_append_only before update or delete on giveaway_seed
  for each row execute function refuse_unsealed_change();
