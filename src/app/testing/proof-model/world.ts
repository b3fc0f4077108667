import { expect } from 'vitest'
import type { openFreeEntries } from '#features/giveaways/free-entry/testing/free-entries.ts'
import type { openCodeBrowser } from '#features/identity/email-codes/testing/code-shopper.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import type { Role } from '#kernel/rights.ts'
import { ADDRESSES, GIVEAWAYS, PERSONS } from './plan.ts'

export type Free = Awaited<ReturnType<typeof openFreeEntries>>
export type Browser = ReturnType<typeof openCodeBrowser>

/** An e-mail address, its owner, and the details on its cards and forms, which no other address has. */
export type Address = { email: string; mailbox: string; owner: number; name: string; street: string; birthDate: string }

export type Account = {
  id: string
  address: number
  /** The person who made the account and knows its first password; `NO_MAKER` for an invitation, which has no password. */
  maker: number
  isProven: boolean
  isOpen: boolean
  role: Role | null
}

export const NO_MAKER = -1

/** A browser in which a person signed in to an account. Its session may have ended. */
export type Tab = { person: number; account: Account; browser: Browser; password: string | undefined }

/**
 * An entry, and the person who pressed the link, mailed the card or spent the credit. `account` spent the credit. The person who proves its
 * mailbox gets the account with the entries that it bought.
 */
export type Entry = { giveaway: number; slot: number; person: number; account: Account | null }

export type World = Awaited<ReturnType<typeof makeWorld>>

let worlds = 0

/** Creates the persons, addresses and giveaways of one run, which shares none with another run. */
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
  const { item } = await paying.addProduct({ name: `World ${n} Pouch`, stock: [500] })

  /** Calls the API as the shop's owner, with a new token, because the clock moves. */
  async function asOwner(path: string, json?: unknown, method?: string) {
    const claims = { ...owner, name: 'Quinn Hale', isAdmin: true, role: 'owner' as const, isSubscriber: false }
    const { idToken } = await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })
    return shop.call(path, {
      as: { ...owner, idToken },
      ...(json === undefined ? {} : { json }),
      ...(method && { method }),
    })
  }
  const giveaways: { id: string }[] = []
  for (let at = 0; at < GIVEAWAYS; at++) {
    const terms = { startDate: free.inDays(-1), totalSlots: 200, entryLimit: 50 }
    const made = await asOwner('/api/giveaways', { title: `World ${n} Box ${at}`, description: 'Goods.', ...terms })
    expect(made.status, made.text).toBe(200)
    giveaways.push(made.json)
  }
  const coupon = `FIRST${n}`
  const discount = { kind: 'percent', amount: 10 }
  const added = await asOwner('/api/admin/codes', { code: coupon, discount, firstOrderOnly: true })
  expect(added.status, added.text).toBe(200)

  return {
    ...{ free, shop, paying, item, coupon, asOwner, addresses, giveaways },
    accounts: [] as Account[],
    tabs: [] as Tab[],
    entries: [] as Entry[],
    /** Days of free entries, by giveaway and mailbox, and by giveaway and sender. */
    freeDays: new Map<string, string>(),
    /** Mailboxes that used the code for first orders. */
    firstOrders: new Set<string>(),
  }
}

/** The person to whom an account belongs: its maker until the proof, then the mailbox's owner. */
export const holderOf = ({ addresses }: World, account: Account): number =>
  account.isProven ? addresses[account.address]!.owner : account.maker

/** Notes a proof: account and bought entries belong to the mailbox's owner. */
export function proven(world: World, account: Account): void {
  account.isProven = true
  for (const entry of world.entries)
    if (entry.account === account) entry.person = world.addresses[account.address]!.owner
}

export const openAccounts = (world: World) => world.accounts.filter(account => account.isOpen)
export const accountAt = (world: World, address: number) => openAccounts(world).find(one => one.address === address)
