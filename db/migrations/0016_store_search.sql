-- The store forgives typing: a word that is nowhere is looked for by its trigrams. pg_trgm comes with PostgreSQL and is
-- trusted, so whoever may create tables in the database may create it; where it is not to be had, the store still finds
-- by words and by beginnings, and says so here.
do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise warning 'pg_trgm is not available: the store search will not forgive typing errors (%)', sqlerrm;
end $$;

-- How much every sought word is like the word of a text that is most like it: 1 the same, 0 nothing alike. Of several sought
-- words, that of the least alike. Word by word, as trigrams of neighbouring words together make up a third by chance.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create function likeness(sought text, words text) returns real
      language sql immutable parallel safe as $f$
        select coalesce(min(best), 0) from (
          select max(similarity(word, part)) as best
          from regexp_split_to_table(lower(sought), '[^[:alnum:]]+') word,
            regexp_split_to_table(lower(words), '[^[:alnum:]]+') part
          where word <> '' group by word
        ) words_found $f$;
  else
    create function likeness(sought text, words text) returns real
      language sql immutable parallel safe as $f$ select 0::real $f$;
  end if;
end $$;
