import type { UserRow } from '../contract.ts'

/** A row of the list for tests of screens. Its id is the name in lower case. */
export const userOf = (name: string): UserRow => ({
  id: name.toLowerCase(),
  name,
  firstName: name,
  lastName: '',
  email: `${name.toLowerCase()}@example.com`,
  username: `${name.toLowerCase()}@example.com`,
  phone: null,
  isAdmin: false,
  role: null,
  offeredRole: null,
  joinDate: '2026-03-02T12:00:00.000Z',
  birthday: null,
  entries: 3,
  purchases: 2,
  subscriptionTier: 'Free',
  isSubscriber: false,
  credits: { total: 0, bronze: 0, silver: 0, gold: 0, platinum: 0 },
  smsConsent: false,
  attributes: { phone_number: '', 'custom:sms_opt_in': 'false' },
  address: null,
  disabled: false,
})
