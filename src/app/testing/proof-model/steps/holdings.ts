import { expect } from 'vitest'
import { selectWinner } from '#features/draws/commands/select-winner.server.ts'
import { drawDue } from '#features/giveaways/testing/draw-now.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { Refusal } from '#platform/errors.ts'
import { liveEntries } from '../check.ts'
import { holderOf, openAccounts, signedIn, type World } from '../world.ts'
import { HOME, picked, type Runs } from './runs.ts'

/** What an order of one pouch earns. */
const EARNED = 2

/** A giveaway that is open now. */
const boxAt = ({ giveaways, open }: World, giveaway: number) => ({
  at: open[giveaway]!,
  box: giveaways[open[giveaway]!]!,
})

export const HOLDING_STEPS: Runs<'free entry' | 'card' | 'enter' | 'order' | 'credit' | 'draw'> = {
  /** Any person types the form; the reader of the mailbox presses its link, and so enters. */
  async 'free entry'(world, { address, giveaway }) {
    const { email, mailbox, owner, name, street, birthDate } = world.addresses[address]!
    const { at, box } = boxAt(world, giveaway)
    const { ask, follow, tokenTo } = world.free
    expect((await ask(box, { email, name, line1: street, birthDate, ...HOME })).status).toBe(200)
    const { status, json } = await follow(await tokenTo(email))
    const day = shopDayOf(world.shop.clock.now())
    const keys = [`${at} mailbox ${mailbox}`, `${at} sender ${address}`]
    const isUsed = keys.some(key => world.freeDays.get(key) === day)
    expect(status === 200 ? 'entered' : json.code, `free entry of ${email}, used: ${isUsed}`).toBe(
      isUsed ? 'free_entry_used' : 'entered',
    )
    if (isUsed) return 'used'
    for (const key of keys) world.freeDays.set(key, day)
    for (const slot of json.numbers) world.entries.push({ giveaway: at, slot, person: owner, account: null })
    return 'ok'
  },

  async card(world, { address, giveaway, hasEmail }) {
    const { email, owner, name, street } = world.addresses[address]!
    const { at, box } = boxAt(world, giveaway)
    const card = { name, address: `${street}\nReno, NV 89501`, ...(hasEmail && { email }) }
    const typed = await world.asOwner(`/api/admin/giveaways/${box.id}/private-entries`, card)
    expect(typed.status, typed.text).toBe(200)
    world.entries.push({ giveaway: at, slot: typed.json.slotNumber, person: owner, account: null })
    return hasEmail ? 'with an address' : 'without an address'
  },

  /** A person enters with a credit that staff gave. */
  async enter(world, { tab: place, giveaway }) {
    const tab = picked(world.tabs, place)
    const idToken = tab && (await signedIn(tab))
    if (!tab || !idToken || tab.account.role) return undefined
    const { email } = world.addresses[tab.account.address]!
    const { at, box } = boxAt(world, giveaway)
    const me = tab.browser.as(idToken)
    const line1 = `${tab.person} Person Row`
    expect((await me.post('/api/my/profile', { shippingAddress: { line1, ...HOME } })).status).toBe(200)
    const granted = await world.asOwner('/api/admin/credits/grant', { email, amount: 1, tier: 'Bronze' })
    expect(granted.status, granted.text).toBe(200)
    const { status, json } = await me.post(`/api/giveaways/${box.id}/entries`, { pick: 1 })
    expect(status, JSON.stringify(json)).toBe(200)
    const [entry] = json.entries
    world.entries.push({ giveaway: at, slot: entry.slotNumber, person: tab.person, account: tab.account })
    return 'ok'
  },

  /** A person orders with the code for first orders, which a mailbox uses once. */
  async order(world, { tab: place }) {
    const tab = picked(world.tabs, place)
    const idToken = tab && (await signedIn(tab))
    if (!tab || !idToken || tab.account.role) return undefined
    const { email, mailbox } = world.addresses[tab.account.address]!
    const as = { userId: tab.account.id, email, idToken }
    const line1 = `${tab.person} Person Row`
    await tab.browser.as(idToken).post('/api/my/profile', { shippingAddress: { line1, ...HOME } })
    const { status, json } = await world.paying.checkout(as, [world.item], { code: world.coupon })
    const isUsed = world.firstOrders.has(mailbox)
    expect(status === 200 ? 'ok' : json.code, `first order of ${email}`).toBe(isUsed ? 'code_not_first_order' : 'ok')
    if (isUsed) return 'used'
    world.firstOrders.add(mailbox)
    await world.paying.pay(json.url)
    expect((await world.paying.verify(as, json.id)).json.status).toBe('paid')
    world.credits.push({ count: EARNED, person: tab.person, account: tab.account })
    return 'ok'
  },

  /** Staff give a credit to the person of an account. */
  async credit(world, { account: at }) {
    const account = picked(openAccounts(world), at)
    const person = account && holderOf(world, account)
    if (!account || account.role || person === null || person === undefined) return undefined
    const { email } = world.addresses[account.address]!
    const granted = await world.asOwner('/api/admin/credits/grant', { email, amount: 1, tier: 'Gold' })
    expect(granted.status, granted.text).toBe(200)
    world.credits.push({ count: 1, person, account })
    return 'ok'
  },

  /** Staff draw a giveaway, and open another in its place. */
  async draw(world, { giveaway }) {
    const { at, box } = boxAt(world, giveaway)
    if (!(await liveEntries(world)).some(entry => entry.giveaway === at)) return undefined
    const { id: giveawayId, title } = box
    const drawing = selectWinner(world.shop.system, { giveawayId, method: 'random', title, reason: 'A test' })
    const refused = await drawing.then(
      () => undefined,
      (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
    )
    // Entries of accounts that have a role now are none of the list.
    if (refused === 'no_entries') return refused
    expect(refused).toBeUndefined()
    await drawDue(world.shop)
    await world.openGiveaway(giveaway)
    return 'ok'
  },
}
