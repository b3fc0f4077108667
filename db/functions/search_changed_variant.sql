-- Keeps search_document equal to a variant that gets other options, or leaves the store or returns. Stock does not matter to it.
create or replace function search_changed_variant() returns trigger language plpgsql as $$
begin
  perform write_search_document(array[new.product_id]);
  return null;
end $$;

create or replace trigger product_variant_changed after update of options, archived_at on product_variant
  for each row when (old.options <> new.options or (old.archived_at is null) <> (new.archived_at is null))
  execute function search_changed_variant();
