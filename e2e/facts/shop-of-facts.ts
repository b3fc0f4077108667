import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { type RunningServer, startServer } from '#app/server.ts'
import { settingsPorts } from '#app/services/settings-ports.server.ts'
import { listMessages } from '#features/notifications/queries/messages.server.ts'
import { unsubscribePage } from '#features/notifications/unsubscribe/unsubscribe-link.server.ts'
import { changeSettings } from '#features/settings/commands.server.ts'
import type { SettingsChange } from '#features/settings/contract.ts'
import type { Db } from '#platform/db/database.server.ts'
import { readEnv } from '#platform/env.ts'
import { SECRET } from '../secret.ts'
import { wordsOf } from './pdf-words.ts'
import type { Found, Reader } from './visits.ts'

const EMAILS: Record<Exclude<Reader, 'guest'>, string> = {
  shopper: 'shopper@redoubt.test',
  member: 'premium@redoubt.test',
}

export type ShopOfFacts = Awaited<ReturnType<typeof startShopOfFacts>>

/** Starts a demo shop of the walk's own: a change of all settings asks all its users about new terms. @param fillSettings in place of the demo's names */
export async function startShopOfFacts(folder: string, fillSettings?: (db: Db) => Promise<void>) {
  const env = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMITS: 'off', AUTH_SECRET: SECRET }
  const server = await startServer(readEnv(env), fillSettings ? { fillSettings } : {})
  const origin = server.address

  async function signIn(email: string) {
    const headers = { 'content-type': 'application/json', origin }
    const body = JSON.stringify({ email, password: DEMO_PASSWORD })
    const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`The sign-in of ${email} answered ${answer.status}.`)
    const cookies = answer.headers.getSetCookie().map(line => {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string]
      return { name, value, url: origin }
    })
    const { idToken } = (await answer.json()) as { idToken: string }
    return { cookies, headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' } }
  }
  const readers = {
    guest: { cookies: [], headers: {} },
    shopper: await signIn(EMAILS.shopper),
    member: await signIn(EMAILS.member),
  }

  /** Reads a path of the API. */
  async function read<T>(path: string, as: Reader = 'guest'): Promise<T> {
    const answer = await fetch(`${origin}/api${path}`, { headers: readers[as].headers })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  return {
    origin,
    system: server.shop.system,
    readers,
    read,
    find: () => findAddresses(server, read),
    change: (settings: SettingsChange) => changeSettings(server.shop.system, { settings }, settingsPorts),
    /** Puts one product into a reader's cart. */
    async fillCart(slug: string, as: 'shopper' | 'member') {
      const product = await read<{ id: string; variants: { id: string }[] }>(`/products/${slug}`)
      const items = [{ productId: product.id, variantId: product.variants[0]?.id ?? null, quantity: 1 }]
      const init = { method: 'PUT', headers: readers[as].headers, body: JSON.stringify({ items }) }
      const answer = await fetch(`${origin}/api/my/cart`, init)
      if (!answer.ok) throw new Error(`The cart answered ${answer.status}: ${await answer.text()}`)
    },
    /** Words of a file. */
    async wordsOf(path: string, as: Reader): Promise<string> {
      const [address, key] = path.split('#')
      return wordsOf(
        await fetch(origin + address!, { headers: { ...readers[as].headers, ...(key && { 'prize-key': key }) } }),
      )
    },
    stop: server.stop,
  }
}

type Read = <T>(path: string, as?: Reader) => Promise<T>

async function findAddresses({ shop: { system }, address }: RunningServer, read: Read): Promise<Found> {
  type List = { giveaways: { slug: string; state: string }[] }
  const lists = await Promise.all(['/giveaways', '/giveaways?past=true'].map(path => read<List>(path)))
  const giveaways = lists.flatMap(list => list.giveaways)
  const { purchases } = await read<{ purchases: { orderId: string }[] }>('/my/purchases?limit=1', 'shopper')
  const { documents } = await read<{ documents: { kind: string; version: number }[] }>('/legal')
  const { id } = await read<{ id: string }>('/my/profile', 'shopper')
  const links = (await listMessages(system, undefined)).flatMap(({ text }) => /\/prizes\/\S+/.exec(text) ?? [])
  return {
    giveaways: giveaways.map(({ slug }) => slug),
    open: giveaways.find(({ state }) => state === 'open')!.slug,
    drawn: giveaways.find(({ state }) => state === 'drawn')!.slug,
    orderId: purchases[0]!.orderId,
    prize: await withAffidavit(address, new Set(links)),
    unsubscribe: unsubscribePage({ ...system, origin: '' }, id, 'giveaway_alert'),
    terms: documents.find(({ kind }) => kind === 'terms')!.version,
  }
}

/** The link of an e-mail to a prize that takes an affidavit. */
async function withAffidavit(origin: string, links: Iterable<string>): Promise<string> {
  for (const link of links) {
    const [prize, key] = link.split('#')
    const { ok } = await fetch(`${origin}/api${prize}/affidavit.pdf`, { headers: { 'prize-key': key ?? '' } })
    if (ok) return link
  }
  throw new Error('No prize of the demo takes an affidavit.')
}
