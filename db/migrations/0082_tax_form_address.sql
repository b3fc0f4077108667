-- Where the winner lived when the form was signed: an erased account leaves no other address, and its prize is reported all the same.
alter table tax_form add column address jsonb;
