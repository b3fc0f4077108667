-- The time zones of the shop, each with the moment from which it holds (setting `place.timeZone`). A change lies in the future, and a zone
-- that began is never changed or deleted.
create table shop_zone (
  since timestamptz primary key,
  zone text not null
);
insert into shop_zone (since, zone) values ('-infinity', 'America/Denver');
