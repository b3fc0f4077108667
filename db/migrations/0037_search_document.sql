-- The texts by which the store finds a product: one row a product, written by the function write_search_document.
create table search_document (
  product_id uuid primary key references product (id) on delete cascade,
  -- Short, for the rank: A the name, B colors and sizes, C the category, D the ends of long words of the name ("lamp" of "headlamp").
  head tsvector not null,
  -- All words, for the match: A the name, B the rest of the head, C features and specifications, D the description.
  words tsvector not null
);
-- Without a list of pending entries, which each search reads whole until the next vacuum: after an import of 10,000 products a look-up of
-- similar words took 45 ms in place of 1 ms.
create index search_document_words on search_document using gin (words) with (fastupdate = off);
alter index if exists product_word_alike set (fastupdate = off);

-- Products of earlier releases, as the function writes them.
insert into search_document (product_id, head, words)
  select id, head,
    head || setweight(to_tsvector('english', array_to_string(features, '. ')), 'C') || setweight(
      to_tsvector('english', (select coalesce(string_agg(value, '. '), '') from json_each_text(specifications))), 'C') ||
    to_tsvector('english', description)
  from (
    select p.id, p.features, p.specifications, p.description,
      setweight(to_tsvector('english', p.name) || to_tsvector('simple', p.name), 'A') ||
      setweight(to_tsvector('english', o.texts) || to_tsvector('simple', o.texts), 'B') ||
      setweight(to_tsvector('english', p.category) || to_tsvector('simple', p.category), 'C') ||
      to_tsvector('english', e.texts) as head
    from product p,
      lateral (select coalesce(string_agg(distinct value, ' '), '') as texts
        from product_variant v, jsonb_each_text(v.options) where v.product_id = p.id and v.archived_at is null) o,
      lateral (select coalesce(string_agg(substr(word, first), ' '), '') as texts
        from regexp_split_to_table(lower(p.name), '[^[:alnum:]]+') word, generate_series(3, length(word) - 3) first) e
  ) product;

-- Colors and sizes, beside the words of names and categories.
insert into product_word
  select distinct word from product_variant v, jsonb_each_text(v.options), regexp_split_to_table(lower(value), '[^[:alnum:]]+') word
  where v.archived_at is null and word <> '' order by word
  on conflict do nothing;
