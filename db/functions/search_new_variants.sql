-- Keeps search_document equal to the variants of its products: once a statement, because an import inserts thousands of variants.
create or replace function search_new_variants() returns trigger language plpgsql as $$
begin
  perform write_search_document(array(select distinct product_id from written order by product_id));
  return null;
end $$;

create or replace trigger product_variant_searched after insert on product_variant
  referencing new table as written for each statement execute function search_new_variants();
