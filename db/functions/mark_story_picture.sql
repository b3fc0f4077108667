-- Sets used_at while a winner's story has the picture. A picture without its story is removed as unused.
create or replace function mark_story_picture() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.picture_key is not null then
    update picture set used_at = null, created_at = now() where key = old.picture_key;
  end if;
  if tg_op <> 'DELETE' and new.picture_key is not null then
    update picture set used_at = now() where key = new.picture_key;
  end if;
  return null;
end $$;

create or replace trigger winner_story_uses_picture after insert or delete or update of picture_key on winner_story
  for each row execute function mark_story_picture();
