-- Logos and the mark of a brand. Not validated, because every older row passes: the former check allowed the first four prefixes.
alter table picture drop constraint picture_key_check,
  add constraint picture_key_check check (key ~ '^(products|giveaways|reviews|winners|brand)/[A-Za-z0-9/_-]+$') not valid;
