/** The tabs of the dashboard, as its addresses name them. */
export const TABS = [
  'overview',
  'profile',
  'purchases',
  'wishlist',
  'giveaways',
  'subscription',
  'notifications',
] as const
