-- The store forgives typing: a search that finds nothing is tried again with the words of the store that are written alike. The
-- words of names and categories stand in a table of their own, as there are few of them however many products there are.
create table product_word (word text primary key);

create function add_product_words() returns trigger language plpgsql as $$
begin
  -- In one order, so that two writers wait for each other at most one way.
  insert into product_word
    select distinct word from regexp_split_to_table(lower(new.name || ' ' || new.category), '[^[:alnum:]]+') word
    where word <> '' order by word
    on conflict do nothing;
  return null;
end $$;
create trigger product_words after insert or update of name, category on product
  for each row execute function add_product_words();
insert into product_word
  select distinct word from product, regexp_split_to_table(lower(name || ' ' || category), '[^[:alnum:]]+') word
  where word <> '';

-- pg_trgm comes with PostgreSQL and is trusted, so whoever may create things in the database may create it; where it is not to
-- be had, the store still finds by words and by beginnings, and says so here.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise warning 'pg_trgm is not available: the store search will not forgive typing errors (%)', sqlerrm;
end $$;

-- The words of the store that are written like those sought, as a text for to_tsquery: each sought word by its three most alike,
-- all of them wanted. Null when one has none. Alike is what pg_trgm takes for it, a similarity of 0.3; more than 8 words are cut off.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index product_word_alike on product_word using gin (word gin_trgm_ops);
    create function alike_words(sought text) returns text language sql stable parallel safe as $f$
      select case when count(*) = count(alike) then string_agg('(' || alike || ')', ' & ') end
      from (
        select (
          select string_agg(word, ' | ') from (
            select w.word from product_word w where w.word % s.word order by similarity(w.word, s.word) desc, w.word limit 3
          ) most_alike
        ) as alike
        from regexp_split_to_table(lower(sought), '[^[:alnum:]]+') with ordinality s (word, place)
        where s.word <> '' and s.place <= 8
      ) words $f$;
  else
    create function alike_words(sought text) returns text language sql stable parallel safe as $f$ select null::text $f$;
  end if;
end $$;
