-- Refuses changes of append-only tables for every caller, the owner of the tables included. The triggers list these tables.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the table % is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create or replace trigger consent_record_append_only before update or delete on consent_record
  for each row execute function refuse_change();
create or replace trigger consent_record_no_truncate before truncate on consent_record
  for each statement execute function refuse_change();
create or replace trigger coupon_event_append_only before update or delete on coupon_event
  for each row execute function refuse_change();
create or replace trigger credit_transfer_append_only before update or delete on credit_transfer
  for each row execute function refuse_change();
create or replace trigger credit_transfer_no_truncate before truncate on credit_transfer
  for each statement execute function refuse_change();
create or replace trigger draw_alternate_append_only before update or delete on draw_alternate
  for each row execute function refuse_change();
create or replace trigger draw_alternate_no_truncate before truncate on draw_alternate
  for each statement execute function refuse_change();
create or replace trigger draw_append_only before update or delete on draw for each row execute function refuse_change();
create or replace trigger draw_no_truncate before truncate on draw for each statement execute function refuse_change();
create or replace trigger draw_freeze_append_only before update or delete on draw_freeze for each row execute function refuse_change();
create or replace trigger draw_freeze_no_truncate before truncate on draw_freeze for each statement execute function refuse_change();
create or replace trigger freeze_quorum_append_only before update or delete on freeze_quorum for each row execute function refuse_change();
create or replace trigger freeze_quorum_no_truncate before truncate on freeze_quorum for each statement execute function refuse_change();
create or replace trigger giveaway_rules_append_only before update or delete on giveaway_rules
  for each row execute function refuse_change();
create or replace trigger giveaway_rules_no_truncate before truncate on giveaway_rules
  for each statement execute function refuse_change();
create or replace trigger giveaway_seed_no_truncate before truncate on giveaway_seed
  for each statement execute function refuse_change();
create or replace trigger legal_document_append_only before update or delete on legal_document
  for each row execute function refuse_change();
create or replace trigger legal_document_no_truncate before truncate on legal_document
  for each statement execute function refuse_change();
create or replace trigger mail_card_no_truncate before truncate on mail_card
  for each statement execute function refuse_change();
create or replace trigger order_event_append_only before update or delete on order_event
  for each row execute function refuse_change();
create or replace trigger sealed_giveaway_seed_kept before delete or update of giveaway_id on sealed_giveaway_seed
  for each row execute function refuse_change();
create or replace trigger sealed_giveaway_seed_no_truncate before truncate on sealed_giveaway_seed
  for each statement execute function refuse_change();
create or replace trigger settlement_attempt_append_only before update or delete on settlement_attempt
  for each row execute function refuse_change();
create or replace trigger draw_leaf_append_only before update or delete on draw_leaf
  for each row execute function refuse_change();
create or replace trigger draw_leaf_no_truncate before truncate on draw_leaf
  for each statement execute function refuse_change();
create or replace trigger shop_log_append_only before update or delete on shop_log
  for each row execute function refuse_change();
create or replace trigger shop_log_no_truncate before truncate on shop_log
  for each statement execute function refuse_change();
create or replace trigger log_checkpoint_append_only before update or delete on log_checkpoint
  for each row execute function refuse_change();
create or replace trigger log_checkpoint_no_truncate before truncate on log_checkpoint
  for each statement execute function refuse_change();
create or replace trigger cosignature_append_only before update or delete on cosignature
  for each row execute function refuse_change();
create or replace trigger cosignature_no_truncate before truncate on cosignature
  for each statement execute function refuse_change();
create or replace trigger log_policy_append_only before update or delete on log_policy
  for each row execute function refuse_change();
create or replace trigger log_policy_no_truncate before truncate on log_policy
  for each statement execute function refuse_change();
create or replace trigger log_key_kept before delete or update of name, purpose, vkey on log_key
  for each row execute function refuse_change();
create or replace trigger holder_key_kept before update of giveaway_id on holder_key
  for each row execute function refuse_change();
create or replace trigger winner_notice_append_only before update or delete on winner_notice
  for each row execute function refuse_change();
create or replace trigger winner_notice_no_truncate before truncate on winner_notice
  for each statement execute function refuse_change();
create or replace trigger winner_story_consent_append_only before update or delete on winner_story_consent
  for each row execute function refuse_change();
create or replace trigger winner_story_consent_no_truncate before truncate on winner_story_consent
  for each statement execute function refuse_change();
create or replace trigger tree_block_append_only before update or delete on tree_block
  for each row execute function refuse_change();
create or replace trigger tree_block_no_truncate before truncate on tree_block
  for each statement execute function refuse_change();
create or replace trigger two_persons_setting_append_only before update or delete on two_persons_setting
  for each row execute function refuse_change();
create or replace trigger two_persons_setting_no_truncate before truncate on two_persons_setting
  for each statement execute function refuse_change();
