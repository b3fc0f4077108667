-- Writes the texts by which the store finds some products, and adds the words of their colors and sizes to product_word. The rows are locked
-- first, so that the texts are read after a concurrent writer has committed.
create or replace function write_search_document(products uuid[]) returns void language plpgsql as $$
begin
  perform from search_document where product_id = any(products) order by product_id for update;
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
      where p.id = any(products)
    ) product
    on conflict (product_id) do update set head = excluded.head, words = excluded.words;
  insert into product_word
    select distinct word
    from product_variant v, jsonb_each_text(v.options), regexp_split_to_table(lower(value), '[^[:alnum:]]+') word
    where v.product_id = any(products) and v.archived_at is null and word <> '' order by word
    on conflict do nothing;
end $$;
