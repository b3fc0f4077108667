import { expect } from 'vitest'
import type { openFreeEntries } from '#features/free-entry/testing/free-entries.ts'
import type { openEmailCodeBrowser } from '#features/identity/email-codes/testing/email-code-browser.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import type { Role } from '#kernel/rights.ts'
import { ADDRESSES, GIVEAWAYS, PERSONS } from './plan.ts'

export type Free = Awaited<ReturnType<typeof openFreeEntries>>
export type Browser = ReturnType<typeof openEmailCodeBrowser>

/** An e-mail address, the person who reads its mail, and what is written on its cards and forms: no other address has these words. */
export type Address = { email: string; mailbox: string; owner: number; name: string; street: string; birthDate: string }

export type Account = {
  id: string
  address: number
  /** The person who knows its first password; null for an invitation, which has no password. */
  maker: number | null
  isProven: boolean
  isOpen: boolean
  role: Role | null
  /** The authenticator app that a person added. */
  factor: { person: number; secret: string } | null
}

/** A browser that a person signed in to an account. */
export type Tab = { person: number; account: Account; browser: Browser; password: string | undefined }

/**
 * An entry, and its person: the one who pressed the link, mailed the card, or spent the credit. `account` spent the credit. The person who
 * proves the mailbox of `account` gets the account with what it bought.
 */
export type Entry = { giveaway: number; slot: number; person: number; account: Account | null }

/** Unspent credits and the person who got them, by gift or by order. */
export type Credits = { count: number; person: number; account: Account }

export type World = Awaited<ReturnType<typeof makeWorld>>

let worlds = 0

/** Persons, addresses and giveaways of their own, so that a run sees nothing of another. */
export async function makeWorld(free: Free) {
  const { shop } = free
  const n = ++worlds
  const paying = payingIn(shop)
  const owner = await shop.addUser({ admin: true, name: 'Quinn Hale' })
  const addresses = Array.from({ length: ADDRESSES }, (_, at): Address => {
    const person = at % PERSONS
    // The second address of the first person is another spelling of the mailbox of the first.
    const isAlias = person === 0
    const email = isAlias ? `w${n}p0${at === 0 ? '' : '+second'}@gmail.com` : `w${n}a${at}@example.com`
    return {
      email,
      mailbox: isAlias ? `w${n}p0` : email,
      owner: person,
      name: `Wren World${n} Address${at}`,
      street: `${n}${at} Quarry${n}x${at} Lane`,
      birthDate: `19${60 + at}-0${at + 1}-1${at}`,
    }
  })
  const { item } = await paying.addProduct({ name: `World ${n} Pouch`, stock: [500], entries: 2 })

  /** A call by an owner of the shop, whose token is new, because the clock moves. */
  async function asOwner(path: string, json?: unknown, method?: string) {
    const claims = { ...owner, name: 'Quinn Hale', isAdmin: true, role: 'owner' as const, isSubscriber: false }
    const { idToken } = await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })
    return shop.call(path, {
      as: { ...owner, idToken },
      ...(json === undefined ? {} : { json }),
      ...(method && { method }),
    })
  }
  const giveaways: { id: string; title: string }[] = []
  /** The giveaways that are open, as indexes of `giveaways`. */
  const open: number[] = []
  /** Opens a giveaway in the place of one that was drawn. */
  async function openGiveaway(place: number): Promise<void> {
    const title = `World ${n} Box ${giveaways.length}.`
    const terms = { startDate: free.inDays(-1), totalSlots: 200, entryLimit: 50 }
    const made = await asOwner('/api/giveaways', { title, description: 'Goods.', ...terms })
    expect(made.status, made.text).toBe(200)
    open[place] = giveaways.push({ id: made.json.id, title }) - 1
  }
  for (let at = 0; at < GIVEAWAYS; at++) await openGiveaway(at)
  const coupon = `FIRST${n}`
  const discount = { kind: 'percent', amount: 10 }
  const added = await asOwner('/api/admin/codes', { code: coupon, discount, firstOrderOnly: true })
  expect(added.status, added.text).toBe(200)

  return {
    ...{ free, shop, paying, item, coupon, asOwner, addresses, giveaways, open, openGiveaway },
    accounts: [] as Account[],
    tabs: [] as Tab[],
    /** Tabs whose session has ended. No act opens it again. */
    signedOut: [] as Tab[],
    entries: [] as Entry[],
    credits: [] as Credits[],
    /** Days of free entries, by giveaway and mailbox, and by giveaway and sender. */
    freeDays: new Map<string, string>(),
    /** Mailboxes that used the code for first orders. */
    firstOrders: new Set<string>(),
    /** Checks of tabs so far, so that each has its turn. */
    turn: 0,
  }
}

/** The person to whom an account belongs: who proved its mailbox, before that its maker. */
export const holderOf = ({ addresses }: World, account: Account): number | null =>
  account.isProven ? addresses[account.address]!.owner : account.maker

/** The reader of the mailbox has proved it: the account and what it bought are that person's, and no sign-in method of its maker is left. */
export function proven(world: World, account: Account): void {
  if (account.isProven) return
  account.isProven = true
  account.factor = null
  const person = world.addresses[account.address]!.owner
  for (const held of [...world.entries, ...world.credits]) if (held.account === account) held.person = person
}

export const openAccounts = (world: World) => world.accounts.filter(account => account.isOpen)
export const accountAt = (world: World, address: number) => openAccounts(world).find(one => one.address === address)

export const emailCodeIn = async ({ shop }: World, email: string) =>
  /\b\d{6}\b/.exec((await shop.outbox(email))[0]!.text)![0]

/** @returns the token of a tab; undefined when its session has ended. */
export async function signedIn({ browser, account }: Tab): Promise<string | undefined> {
  const { json } = await browser.token()
  return json?.user?.id === account.id ? json.idToken : undefined
}
