import type { Settings } from '#kernel/settings.ts'

/** The shop that the demo shows: its name, and an address that is invented. */
export const DEMO_SETTINGS = {
  isOpen: true,
  brand: {
    name: 'Redoubt',
    shortName: 'Redoubt',
    tagline: 'Hold the line.',
    accent: '#c8642b',
    orderPrefix: 'RD',
    logoLight: null,
    logoDark: null,
    mark: '/icons/icon-512.png',
    social: [],
  },
  sender: { name: null, address: 'hello@redoubt.test', dkimSelector: null },
  supportEmail: 'support@redoubt.test',
  contact: {
    company: 'Redoubt Supply Co.',
    privacyEmail: 'privacy@redoubt.test',
    // Support keeps Eastern time.
    hours: 'Monday to Friday, 9 a.m. to 5 p.m. Eastern time',
    address: ['PO Box 2100', 'Provo, UT 84603', 'USA'],
    mailIn: ['Redoubt Free Entry', 'PO Box 2101', 'Provo, UT 84603', 'USA'],
  },
} as const satisfies Partial<Settings>
