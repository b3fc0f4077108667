/**
 * The routes of visitors and shoppers that work before a new shop opens, by the beginning of their path: what an account, a law or another
 * program needs. All others answer 403 `shop_not_open` to all but staff, so that a new route is closed until its author decides. Staff
 * routes need no row.
 */
const WORKING: readonly (readonly [path: string, methods?: readonly string[]])[] = [
  // The description of the API, and what a page asks about the shop.
  ['/openapi.json'],
  ['/docs'],
  ['/settings'],
  // Becoming the owner; asking to be told of the opening.
  ['/setup/'],
  ['/opening/'],
  // Accounts: sign-in, codes by e-mail, the person's own data, and what is kept about them.
  ['/auth/'],
  ['/my/profile'],
  ['/my/addresses'],
  ['/my/visibility'],
  ['/my/legal'],
  ['/my/export'],
  ['/my/delete-account'],
  ['/my/tickets'],
  ['/my/', ['GET']],
  ['/credits', ['GET']],
  ['/users/'],
  ['/legal'],
  // Messages: consent, preferences, the links at the end of an e-mail.
  ['/email-choices'],
  ['/unsubscribe'],
  ['/push/'],
  ['/sms/'],
  ['/stock-alerts/unsubscribe'],
  ['/price-alerts/unsubscribe'],
  ['/support/'],
  // Other programs.
  ['/webhooks/'],
  ['/log'],
]

/** @param path without the API's base: `/my/orders` or its pattern. */
export const worksBeforeOpening = (method: string, path: string): boolean =>
  WORKING.some(([start, methods]) => path.startsWith(start) && (!methods || methods.includes(method.toUpperCase())))
