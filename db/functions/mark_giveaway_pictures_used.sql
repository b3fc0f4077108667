-- Sets used_at at the first use of pictures by a giveaway, which names them as `s3:` and the key.
create or replace function mark_giveaway_pictures_used() returns trigger language plpgsql as $$
begin
  update picture set used_at = now()
    where key in (select substr(image, 4) from unnest(new.images) as image order by image) and used_at is null;
  return new;
end $$;

create or replace trigger giveaway_uses_pictures before insert or update of images on giveaway
  for each row execute function mark_giveaway_pictures_used();
