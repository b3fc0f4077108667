-- A promotion is what a shop offers: the offers that staff send to all users who want them are campaigns. The last release reads and
-- writes the old name, which is a view of the table. Its columns are those of the table.
alter table promotion rename to offer_campaign;
alter table offer_campaign rename constraint promotion_pkey to offer_campaign_pkey;
alter table offer_campaign rename constraint promotion_subject_check to offer_campaign_subject_check;
alter table offer_campaign rename constraint promotion_body_check to offer_campaign_body_check;
alter table offer_campaign rename constraint promotion_sms_check to offer_campaign_sms_check;
alter table offer_campaign rename constraint promotion_push_body_check to offer_campaign_push_body_check;
create view promotion as select id, subject, body, sms, push_body, created_by, created_at from offer_campaign;
