-- Disputes of unknown payments are read again after they closed. They are few.
create index dispute_unknown on dispute (read_at) where order_id is null and invoice_id is null;
