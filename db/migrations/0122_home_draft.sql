-- The home page is a part of the storefront. A part may have a draft beside what is public; null means that it has none.
alter table storefront_part add column draft jsonb;
insert into storefront_part (name) values ('home');
-- Pictures of the home page. Not validated, because every older row passes: the former check allowed the first five prefixes.
alter table picture drop constraint picture_key_check,
  add constraint picture_key_check check (key ~ '^(products|giveaways|reviews|winners|brand|home)/[A-Za-z0-9/_-]+$') not valid;
