/**
 * What a call is worth while the process has more to do than it can. Classes are refused from the last to the first; `essential` is never
 * refused.
 */
export const LOAD_CLASSES = ['essential', 'usual', 'list', 'report', 'bulk'] as const
export type LoadClass = (typeof LOAD_CLASSES)[number]

/** Routes as in the API's description, without `/api`. A route that is not named here is `usual`. */
export const ROUTES_OF: Record<Exclude<LoadClass, 'usual'>, readonly string[]> = {
  /** Money, claims, sign-in and what they need on the way, and the screen that shows an owner the overload. */
  essential: [
    'POST /webhooks/{provider}',
    'POST /webhooks/sms',
    'POST /payments/quote',
    'POST /payments/checkout-session',
    'GET /payments/methods',
    'GET /payments/verify-session',
    'POST /codes/validate',
    'POST /orders/{id}/pay',
    'POST /orders/{id}/cancel',
    'GET /my/cart',
    'PUT /my/cart',
    'GET /my/addresses',
    'POST /my/addresses',
    'PATCH /my/addresses/{id}',
    'GET /my/cards',
    'POST /my/legal/accept',
    'GET /legal/versions',
    'POST /giveaways/{id}/entries',
    'POST /giveaways/{id}/entries/swap',
    'POST /giveaways/{id}/free-entries',
    'GET /giveaways/{id}/slots',
    'POST /subscriptions',
    'POST /subscriptions/pay',
    'POST /auth/register',
    'POST /auth/confirm',
    'POST /auth/auto-sign-in',
    'POST /auth/resend-code',
    'POST /auth/forgot-password',
    'POST /auth/verify-reset-code',
    'POST /auth/reset-password',
    'POST /auth/email-codes',
    'POST /auth/email-codes/verify',
    'POST /auth/email-codes/register',
    'POST /auth/login',
    'POST /auth/passkey',
    'POST /auth/challenge',
    'POST /auth/token',
    'POST /auth/logout',
    'POST /auth/logout-everywhere',
    'POST /auth/prove-mailbox',
    'POST /auth/reauthenticate',
    'POST /auth/reauthenticate/code',
    'POST /auth/reauthenticate/passkey',
    'GET /auth/jwks',
    'GET /admin/operations',
    'GET /admin/settings',
    'PATCH /admin/settings',
  ],
  /** Lists, searches and feeds of shoppers and guests. */
  list: [
    'GET /products',
    'GET /products/{id}/reviews',
    'GET /products/{id}/similar',
    'GET /search',
    'GET /giveaways',
    'GET /giveaways/{id}/calendar.ics',
    'GET /giveaways/{id}/cards',
    'GET /giveaways/{id}/entries',
    'GET /giveaways/{id}/parity',
    'GET /leaderboard',
    'GET /recent-sales',
    'GET /credits/audit',
    'GET /my/credits/history',
    'GET /my/entries',
    'GET /my/orders',
    'GET /my/purchases',
    'GET /my/tickets',
    'GET /users/{id}/entries',
    'GET /users/{id}/orders',
    'GET /winners',
  ],
  /** Lists, searches and figures of staff, which read through a pool of their own. */
  report: [
    'GET /admin/activity',
    'GET /admin/codes',
    'GET /admin/codes/{id}/uses',
    'GET /admin/costs',
    'GET /admin/credits/report',
    'GET /admin/giveaways',
    'GET /admin/giveaways/{id}/cards',
    'GET /admin/orders',
    'GET /admin/orders/counts',
    'GET /admin/products',
    'GET /admin/records',
    'GET /admin/referrals',
    'GET /admin/revenue',
    'GET /admin/revenue/report',
    'GET /admin/reviews',
    'GET /admin/search',
    'GET /admin/sms/campaigns',
    'GET /admin/sms/campaigns/{id}/recipients',
    'GET /admin/stats',
    'GET /admin/support/inquiries',
    'GET /admin/support/tickets',
    'GET /admin/users',
    'GET /admin/users/search',
    'GET /admin/users/{id}/timeline',
    'GET /admin/winners',
    'GET /admin/winner-stories',
  ],
  /** Files and work over very many rows: exports, imports, campaigns. */
  bulk: [
    'GET /admin/orders/export',
    'GET /admin/products/export',
    'GET /admin/users/export',
    'GET /admin/revenue/report.csv',
    'POST /admin/parcels/tracking',
    'POST /admin/products/import',
    'POST /admin/sms/bulk',
    'POST /admin/sms/campaigns',
    'POST /admin/sms/preview',
    'GET /my/export',
  ],
}

const CLASS_OF = new Map(
  Object.entries(ROUTES_OF).flatMap(([name, routes]) => routes.map(route => [route, name as LoadClass])),
)

/** @param pattern of Hono, such as `/api/orders/:id`. */
export function classOfRoute(method: string, pattern: string): LoadClass {
  const route = pattern.replace(/^\/api/, '').replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
  return CLASS_OF.get(`${method} ${route}`) ?? 'usual'
}

/** Pages that cost the most and matter the least: the store, its products, lists of giveaways, files for search engines. */
const LIST_PAGES = /^\/(store|giveaways|product\/[^/]+)(\.data)?$|\.(xml|txt)$/

/** @param address a path with its query. */
export const classOfPage = (address: string): LoadClass => (LIST_PAGES.test(address.split('?')[0]!) ? 'list' : 'usual')
