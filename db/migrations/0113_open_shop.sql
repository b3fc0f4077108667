-- A shop is open or not (`isOpen` in the settings), and its name, prefix and address have placeholders as defaults. A shop that exists is
-- open and keeps what it showed until now: the names of the demo where its owner had chosen none. The last release reads none of this
-- but `contact` and `supportEmail`, which are its own defaults.
update shop_settings set chosen = jsonb_build_object(
  'isOpen', true,
  'brand', jsonb_build_object('name', 'Redoubt', 'shortName', 'Redoubt', 'tagline', 'Hold the line.', 'accent', '#c8642b', 'orderPrefix', 'RD',
    'mark', '/icons/icon-512.png'),
  'supportEmail', 'support@redoubt.test',
  'contact', jsonb_build_object('company', 'Redoubt Supply Co.', 'privacyEmail', 'privacy@redoubt.test',
    'hours', 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time',
    'address', jsonb_build_array('PO Box 2100', 'Provo, UT 84603', 'USA'),
    'mailIn', jsonb_build_array('Redoubt Free Entry', 'PO Box 2101', 'Provo, UT 84603', 'USA'))
) || chosen
where exists (select from users) or exists (select from product) or chosen <> '{}';

-- Who asked to be told when a new shop opens: one row an address, deleted when the message is written or the person asks for it. It counts
-- once the link in an e-mail was pressed. The last release knows no closed shop, and neither reads nor writes it.
create table opening_request (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- Of the link, until it is confirmed.
  expires_at timestamptz not null
);

-- The versions of the legal texts that staff have read for this shop. Who read one stands in the audit log.
create table legal_reading (
  kind text not null,
  version integer not null,
  read_at timestamptz not null,
  primary key (kind, version),
  foreign key (kind, version) references legal_document (kind, version)
);
