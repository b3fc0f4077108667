-- Counts the edits of a coupon by staff. `version` counts those of its terms alone, which is what a checkout must notice.
alter table coupon add column edition int not null default 1;
