-- Marks those of the pictures as unused that nothing shows any more, nor an order, which keeps the address of a picture. A use that commits
-- concurrently is found a day later, before the picture would be removed.
create or replace function release_pictures(keys text[], at timestamptz) returns void language sql volatile as $$
  update picture set used_at = null, created_at = at where key = any(keys) and not is_picture_shown(key)
    and not exists (select from order_line l where right(l.image, length(picture.key)) = picture.key)
$$;
