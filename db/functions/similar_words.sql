-- The words of the store that resemble a sought word or begin like it, for the search to compare letter by letter. Two swapped letters of a
-- short word leave hardly a trigram, so that words of about its length with its first letter are added. At most 200 words, the most similar
-- first. Without pg_trgm the function returns none.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create or replace function similar_words(sought text) returns text[] language sql stable parallel safe
      set pg_trgm.similarity_threshold = 0.2 set pg_trgm.word_similarity_threshold = 0.3 as $f$
      select array(
        select found.word from (
          select word from product_word where word % sought
          union
          select word from product_word where sought <% word
          union
          select word from product_word
          where length(sought) < 6 and word like left(sought, 1) || '%' and abs(length(word) - length(sought)) < 2
        ) found
        order by greatest(similarity(found.word, sought), word_similarity(sought, found.word)) desc, found.word limit 200) $f$;
  else
    create or replace function similar_words(sought text) returns text[] language sql stable parallel safe as $f$ select '{}'::text[] $f$;
  end if;
end $$;
