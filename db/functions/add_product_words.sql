-- Adds the words of a name and category to product_word, in one order, so that two writers wait and never deadlock.
create or replace function add_product_words() returns trigger language plpgsql as $$
begin
  insert into product_word
    select distinct word from regexp_split_to_table(lower(new.name || ' ' || new.category), '[^[:alnum:]]+') word
    where word <> '' order by word
    on conflict do nothing;
  return null;
end $$;

create or replace trigger product_words after insert or update of name, category on product
  for each row execute function add_product_words();
