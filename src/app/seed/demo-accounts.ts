/** Accounts of demo mode; printed at start. */
export const DEMO_PASSWORD = 'Redoubt-Demo1!'

export const DEMO_ACCOUNTS = [
  { email: 'admin@redoubt.test', what: 'staff: the admin area' },
  { email: 'shopper@redoubt.test', what: 'a complete address, credits of every tier' },
  { email: 'premium@redoubt.test', what: 'a premium member' },
] as const
