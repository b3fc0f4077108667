-- Validates what 0050 added without a scan; this takes no lock that stops writers.
alter table credit_transfer
  validate constraint credit_transfer_debit_check,
  validate constraint credit_transfer_credit_check;
alter table order_event validate constraint order_event_kind_check;
alter table discrepancy validate constraint discrepancy_kind_check;
alter table credit_account validate constraint books_balance;
