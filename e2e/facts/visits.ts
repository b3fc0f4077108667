import { TABS } from '#app/dashboard/tabs.ts'

export type Reader = 'guest' | 'shopper' | 'member'
/** `press` is a button that opens more, by its name. */
export type Visit = { path: string; as: Reader; press?: RegExp }

/** Addresses that depend on the data of the shop. */
export type Found = {
  /** Slugs of all giveaways, and of an open one and a drawn one. */
  giveaways: string[]
  open: string
  drawn: string
  orderId: string
  /** With the key of an e-mail. */
  prize: string
  unsubscribe: string
  /** The version of the terms in force. */
  terms: number
}

const by = (path: string, ...readers: Reader[]): Visit[] => readers.map(as => ({ path, as }))
const ALL = ['guest', 'shopper', 'member'] as const

/** The visits to each route of `routes.ts`, or the reason why the walk leaves it out. */
export const VISITS: Record<string, ((found: Found) => Visit[]) | string> = {
  '/': () => by('/', 'guest', 'member'),
  dashboard: () =>
    TABS.flatMap(tab => by(`/dashboard?tab=${tab}`, 'shopper', 'member')).concat(by('/dashboard', 'guest')),
  admin: 'Screens of staff: an owner reads settings there beside their defaults.',
  'admin/home-preview': 'The home page again, from a draft, for staff.',
  store: () => by('/store', 'guest'),
  'product/:id': () => [
    ...by('/product/premium-monthly', ...ALL),
    ...by('/product/premium-yearly', 'guest', 'shopper'),
    ...by('/product/star-fort-t-shirt', 'guest'),
    ...by('/product/camp-lantern', 'guest'),
    { path: '/product/star-fort-sticker', as: 'guest', press: /^Add to cart$/ },
  ],
  giveaways: () => [...by('/giveaways', 'guest', 'member'), ...by('/giveaways?tab=past', 'guest')],
  'giveaways/:giveawayId': ({ giveaways, open }) => [
    ...giveaways.flatMap(slug => by(`/giveaways/${slug}`, 'guest')),
    ...by(`/giveaways/${open}`, 'member'),
    { path: `/giveaways/${open}`, as: 'shopper', press: /^Enter giveaway/ },
  ],
  'giveaways/:giveawayId/free-entry': ({ open }) => by(`/giveaways/${open}/free-entry`, 'guest', 'shopper'),
  'giveaways/:giveawayId/free-entry/card': ({ open }) => by(`/giveaways/${open}/free-entry/card`, 'guest'),
  // Of a giveaway that is over they are the record of the rules it had.
  'giveaways/:giveawayId/rules': ({ open }) => by(`/giveaways/${open}/rules`, 'guest'),
  'giveaways/:giveawayId/stage': ({ open, drawn }) =>
    [open, drawn].flatMap(slug => by(`/giveaways/${slug}/stage`, 'guest')),
  fair: () => by('/fair', 'guest'),
  checkout: () => [...by('/checkout', ...ALL), ...by('/checkout?status=cancelled', 'guest')],
  'orders/:orderId': ({ orderId }) => by(`/orders/${orderId}`, 'shopper'),
  'orders/:orderId/receipt': ({ orderId }) => by(`/orders/${orderId}/receipt`, 'shopper'),
  winners: () => by('/winners', 'guest'),
  'prizes/:id': ({ prize }) => by(prize, 'guest'),
  notifications: () => by('/notifications', 'guest', 'shopper'),
  legal: () => by('/legal', 'guest'),
  // An earlier version keeps the facts of its time.
  'legal/:kind/:version': ({ terms }) => by(`/legal/terms/${terms}`, 'guest'),
  'dev/gallery': 'Samples of the component kit, which a shop in production does not have.',
  login: () => by('/login', 'guest'),
  register: () => by('/register', 'guest'),
  'confirm-account': () => by('/confirm-account', 'guest'),
  setup: () => by('/setup', 'guest'),
  'price-alert': () => by('/price-alert', 'guest'),
  'back-in-stock': () => by('/back-in-stock', 'guest'),
  'free-entry': () => by('/free-entry', 'guest'),
  opening: () => by('/opening', 'guest'),
  'pages/:slug': () => by('/pages/about-our-shop', 'guest'),
  unsubscribe: ({ unsubscribe }) => by(unsubscribe, 'guest'),
  'age-verification': () => by('/age-verification', 'guest'),
  'llms.txt': 'A file: see `FILES`.',
  'robots.txt': 'A file: see `FILES`.',
  'sitemap.xml': 'A file: see `FILES`.',
  'brand.css': 'Colours, without words.',
  'site.webmanifest': 'A file: see `FILES`.',
  '*': () => by('/zeppelin', 'guest'),
}

/** Files that guests and shoppers get, with the reader of each; or the reason why the walk leaves one out. */
export const FILES: Record<string, ((found: Found) => Visit[]) | string> = {
  '/llms.txt': () => by('/llms.txt', 'guest'),
  '/robots.txt': () => by('/robots.txt', 'guest'),
  '/sitemap.xml': () => by('/sitemap.xml', 'guest'),
  '/site.webmanifest': () => by('/site.webmanifest', 'guest'),
  '/offline': () => by('/offline', 'guest'),
  '/api/openapi.json': () => by('/api/openapi.json', 'guest'),
  '/api/docs': () => by('/api/docs', 'guest'),
  '/api/giveaways/{id}/calendar.ics': ({ giveaways }) =>
    giveaways.flatMap(slug => by(`/api/giveaways/${slug}/calendar.ics`, 'guest')),
  '/api/giveaways/{id}/timestamp.tsr': 'Signed bytes without words.',
  '/api/log/checkpoint': 'Hashes and signatures.',
  '/api/prizes/{id}/affidavit.pdf': ({ prize }) => by(`/api${prize.replace('#', '/affidavit.pdf#')}`, 'guest'),
  '/api/orders/{id}/receipt.pdf': ({ orderId }) => by(`/api/orders/${orderId}/receipt.pdf`, 'shopper'),
}
