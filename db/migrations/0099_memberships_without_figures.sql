-- The membership pages of a demo named price, hours and monthly benefit of the first day. The page tells them from the settings, so that the
-- stored texts leave them out. Texts that staff have written since then stay.
update product set description = 'Premium members choose their slots before everyone else, enter members-only giveaways and receive something for giveaways every month. Auto-entry takes a slot in Bronze giveaways for you, and you can switch it off. Cancel in two clicks; the membership runs to the end of the paid month.'
where slug = 'premium-monthly' and is_subscription
  and description = 'Premium members see giveaways 48 hours before they open, enter members-only giveaways and receive a Bronze credit every month. Auto-entry takes a slot in Bronze giveaways for you, and you can switch it off. Cancel in two clicks; the membership runs to the end of the paid month.';

update product set description = 'The same Premium membership, billed once a year. What members get every month still comes every month. Cancel in two clicks; the membership runs to the end of the paid year.'
where slug = 'premium-yearly' and is_subscription
  and description = 'The same Premium membership, billed once a year: twelve months at $24.99. The Bronze credit still comes every month. Cancel in two clicks; the membership runs to the end of the paid year.';

update product set features = array['One bill a month', 'Begins as soon as it is paid', 'Changes to the yearly plan at any time', 'Cancel in two clicks']
where slug = 'premium-monthly' and is_subscription and features = array['Early access 48 hours before the start', 'Members-only giveaways',
  'One Bronze credit every month', 'Auto-entry into Bronze giveaways, if you want it', 'Priority support'];

update product set features = array['Everything in the monthly membership', 'One bill a year', 'Begins as soon as it is paid', 'Metal membership card by mail']
where slug = 'premium-yearly' and is_subscription and features = array['Everything in the monthly membership', 'One bill a year',
  'One Bronze credit every month', 'Metal membership card by mail'];

update product set specifications = '{"Billing": "Every month", "Begins": "As soon as it is paid", "Renewal": "Every month until you cancel", "Cancellation": "At any time, to the end of the paid month", "Card": "Digital"}'
where slug = 'premium-monthly' and is_subscription and specifications ->> 'Billing' = '$24.99 every month';

update product set specifications =
  '{"Billing": "Once a year", "Begins": "As soon as it is paid", "Renewal": "Every year until you cancel", "Cancellation": "At any time, to the end of the paid year", "Card": "Black metal with brass edge, mailed within two weeks"}'
where slug = 'premium-yearly' and is_subscription and specifications ->> 'Billing' = '$299.88 once a year';
