-- What staff chose for parts of the public pages; null shows the shop's own default. Each part has its row from the start, so that two
-- first writers lock one row.
create table storefront_part (
  name text primary key,
  content jsonb,
  version integer not null default 1,
  updated_at timestamptz
);
insert into storefront_part (name) values ('menus');
