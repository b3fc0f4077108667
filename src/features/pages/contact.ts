import { SETTINGS } from '#platform/settings.ts'

/** How people reach the shop. The demo's addresses are invented; an owner puts the real ones here. */
export const CONTACT = {
  company: 'Redoubt Supply Co.',
  email: SETTINGS.supportEmail,
  privacyEmail: 'privacy@redoubt.test',
  /** customer-side.md and checkout-and-admin.md: support keeps Eastern time. */
  hours: 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time',
  address: ['Redoubt Supply Co.', 'PO Box 2100', 'Provo, UT 84603', 'USA'],
  mailIn: ['Redoubt Free Entry', 'PO Box 2101', 'Provo, UT 84603', 'USA'],
} as const
