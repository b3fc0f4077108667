import { dirname, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileText, ROOT, repositoryFiles } from '../../testing/source/repository-files.ts'

const FEATURES = 'src/features/'

/** The folders of each feature, lowest first: a folder imports those before it, and none after it. */
const ROOMS: Record<string, readonly string[]> = {
  account: ['web'],
  'audit-log': ['commands', 'admin'],
  'bulk-sms': ['queries', 'commands', 'admin'],
  cart: ['browser', 'prices', 'web'],
  catalog: ['products', 'search', 'queries', 'commands', 'import', 'product', 'admin', 'store', 'wish-list'],
  codes: ['queries', 'commands', 'admin'],
  disputes: ['queries', 'evidence', 'commands', 'admin'],
  'draw-log': ['log', 'tree'],
  draws: ['fairness', 'timestamps', 'queries', 'commands', 'web', 'admin'],
  'free-entry': ['cards', 'desk', 'parity', 'online', 'admin'],
  giveaways: [
    ...[
      'giveaway',
      'two-persons',
      'eligibility',
      'entries',
      'catalogue',
      'official-rules',
      'obligations',
      'lifecycle',
      'alerts',
    ],
  ],
  identity: [
    ...[
      'user',
      'sessions',
      'accounts',
      'verification-codes',
      'limits',
      'factors',
      'challenges',
      'web',
      'age',
      'shipping',
    ],
    ...['registration', 'second-factors', 'passwords', 'security', 'sign-in', 'email-codes', 'mailbox-proof'],
    ...['address-book', 'profile'],
  ],
  insights: ['recent-purchases', 'leaderboard'],
  legal: ['queries', 'web'],
  membership: ['notices', 'invoices', 'web', 'benefits', 'subscriptions'],
  notifications: ['consents', 'queries', 'sms', 'unsubscribe', 'commands', 'delivery', 'push', 'settings'],
  orders: [
    'order',
    'payment',
    'fulfilment',
    'refunds',
    'webhooks',
    'receipts',
    'checkout',
    'history',
    'reminders',
    'seed',
  ],
  overview: ['costs', 'today'],
  'own-pages': ['queries', 'commands', 'web', 'admin'],
  'legal-texts': ['shipped', 'admin'],
  pages: ['legal', 'fair', 'home'],
  proposals: ['queries', 'commands', 'admin'],
  reconciliation: ['queries', 'commands', 'admin'],
  revenue: ['queries', 'commands', 'admin'],
  reviews: ['queries', 'commands', 'web', 'admin'],
  'saved-filters': ['web'],
  settings: ['sender', 'admin', 'place'],
  shipping: ['queries', 'commands', 'admin'],
  storefront: ['queries', 'commands', 'admin'],
  support: ['desk', 'admin', 'widget'],
  users: ['access', 'credits', 'delete', 'list', 'merge', 'profile', 'create', 'queries', 'commands'],
  winners: ['emails', 'queries', 'commands', 'gallery', 'papers', 'prize', 'admin'],
  opening: ['commands', 'web'],
  setup: ['opening'],
  wishes: ['stock-alerts', 'price-alerts', 'saved'],
}

const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.(test|bench)\.tsx?$|\/(testing|tests)\//.test(file)
const files = repositoryFiles(FEATURES).filter(isSource)

type Place = { feature: string; room: string | undefined }
function placeOf(file: string): Place {
  const [feature, ...rest] = file.slice(FEATURES.length).split('/')
  return { feature: feature!, room: rest.length > 1 ? rest[0] : undefined }
}

const IMPORT = /\b(import|export)\s+(type\s+)?(?:[^'"]*?from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g
type Import = { file: string; target: string; typeOnly: boolean }
const imports: Import[] = files.flatMap(file =>
  [...fileText(file).matchAll(IMPORT)].flatMap(([, , type, from, lazily]) => {
    const specifier = (from ?? lazily)!
    if (!/^(\.|#features\/)/.test(specifier)) return []
    const target = specifier.startsWith('#')
      ? `src/${specifier.slice(1)}`
      : relative(ROOT, resolve(ROOT, dirname(file), specifier))
    return [{ file, target, typeOnly: Boolean(type) }]
  }),
)
const within = imports.filter(({ file, target }) => {
  const { feature } = placeOf(file)
  return target.startsWith(`${FEATURES}${feature}/`)
})
const show = ({ file, target }: Import) => `${file} → ${target}`

describe('inside a feature', () => {
  it('each folder stands in the list of the feature, and no other', () => {
    const found = Object.groupBy(files.map(placeOf), ({ feature }) => feature)
    const rooms = Object.entries(found).flatMap(([feature, places]) => {
      const names = [...new Set(places!.flatMap(({ room }) => room ?? []))].sort()
      return names.length > 0 ? [[feature, names]] : []
    })
    const listed = Object.entries(ROOMS).map(([feature, names]) => [feature, names.toSorted()])
    expect(Object.fromEntries(rooms)).toEqual(Object.fromEntries(listed))
  })

  it('imports among folders go down only, so that no two folders import each other', () => {
    const wrong = within.filter(({ file, target }) => {
      const [{ feature, room: from }, { room: to }] = [placeOf(file), placeOf(target)]
      if (!from || !to || from === to) return false
      return ROOMS[feature]!.indexOf(to) > ROOMS[feature]!.indexOf(from)
    })
    expect(wrong.map(show)).toEqual([])
  })

  it('a folder imports no file that joins the folders, but for the types of the API that a client names', () => {
    const joins = new Set(
      within.filter(({ file, target }) => !placeOf(file).room && placeOf(target).room).map(({ file }) => file),
    )
    const wrong = within.filter(
      ({ file, target, typeOnly }) =>
        placeOf(file).room && joins.has(target) && !(typeOnly && /api\.server\.ts$/.test(target)),
    )
    expect(wrong.map(show)).toEqual([])
  })
})
