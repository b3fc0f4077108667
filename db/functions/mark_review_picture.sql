-- Sets used_at while a review shows the picture. A picture that leaves its review is removed as unused a day later.
create or replace function mark_review_picture() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update picture set used_at = now() where key = new.picture_key;
  else
    update picture set used_at = null, created_at = now() where key = old.picture_key;
  end if;
  return coalesce(new, old);
end $$;

create or replace trigger product_review_picture_uses before insert or delete on product_review_picture
  for each row execute function mark_review_picture();
