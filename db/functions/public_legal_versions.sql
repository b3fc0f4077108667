-- The versions of the legal texts that anyone may read. A version that was replaced before the shop opened was in force for no buyer: it had
-- the placeholders of a new shop, and stays hidden unless a registration or an order accepted it while it was in force.
create or replace function public_legal_versions() returns table (kind text, version integer) language sql stable as $$
  with shop as (
    select case when coalesce((chosen->>'isOpen')::boolean, false) then coalesce(opened_at, '-infinity') else 'infinity' end as opened_at
    from shop_settings
  ), text_version as (
    select d.kind, d.version, lead(d.published_at) over (partition by d.kind order by d.version) as replaced_at from legal_document d
  )
  select t.kind, t.version from text_version t, shop
  where t.replaced_at is null or t.replaced_at >= shop.opened_at
    -- A registration can be confirmed 30 days after it accepted the texts.
    or exists (select from users u join legal_acceptance a on a.user_id = u.id
      where u.created_at < shop.opened_at + interval '30 days'
        and a.kind = t.kind and a.version = t.version and a.accepted_at <= t.replaced_at)
    or exists (select from customer_order o where o.created_at < shop.opened_at
      and t.version = case t.kind when 'terms' then o.terms_version when 'privacy' then o.privacy_version end)
$$;
