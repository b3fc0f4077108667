-- A product that comes into the store is no draft. The last release knows no drafts and can put one back into the store from its list of
-- deleted products.
create or replace function clear_product_draft() returns trigger language plpgsql as $$
begin
  new.draft_since := null;
  return new;
end $$;

create or replace trigger product_published before update of archived_at on product
  for each row when (new.archived_at is null and new.draft_since is not null)
  execute function clear_product_draft();
