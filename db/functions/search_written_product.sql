-- Keeps search_document equal to a product whose texts change. A new product gets its row with its first variant, which each product has.
create or replace function search_written_product() returns trigger language plpgsql as $$
begin
  perform write_search_document(array[new.id]);
  return null;
end $$;

create or replace trigger product_searched after update of name, category, description, features, specifications on product
  for each row execute function search_written_product();
