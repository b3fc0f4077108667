-- Only release 0.9.0 calls it; a later release drops it. similar_words took its place.
-- The words of the store that resemble the sought ones, as a text for to_tsquery: each sought word as its three most similar words,
-- and all of them required. Null when a word has none. Similar is pg_trgm's default of 0.3; words after the eighth are ignored.
-- Without pg_trgm the function always returns null.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create or replace function alike_words(sought text) returns text language sql stable parallel safe as $f$
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
    create or replace function alike_words(sought text) returns text language sql stable parallel safe as $f$ select null::text $f$;
  end if;
end $$;
