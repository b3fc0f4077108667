import { expect } from 'vitest'
import { openCodeBrowser } from '#features/identity/email-codes/testing/code-shopper.ts'
import { mailboxProofs, OWNERS_PASSWORD } from '#features/identity/mailbox-proof/testing/proofs.ts'
import { openBrowser, PERSON } from '#features/identity/testing/browser.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { expectErasedOnly } from './check.ts'
import type { Step } from './plan.ts'
import { type Account, accountAt, holderOf, NO_MAKER, openAccounts, proven, type Tab, type World } from './world.ts'

const HOME = { city: 'Reno', state: 'NV', postalCode: '89501' }
/** The details that staff type of a new person. */
const DETAILS = {
  name: 'Robin Gale',
  phone: '8015550100',
  birthday: '1990-05-17',
  address: { line1: '9 Desk Row', country: 'US', ...HOME },
}
const passwordOf = (person: number) => `Persons-Own-${person}!`
const DAY = 86_400_000

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>
type Runs = { [Name in Step['do']]: (world: World, step: Of<Name>) => Promise<string | undefined> }

/** Runs a step against the shop. @returns the outcome, for `OUTCOMES`; undefined for a step without a target. */
export async function runStep(world: World, step: Step): Promise<string | undefined> {
  const run = RUNS[step.do] as (world: World, step: Step) => Promise<string | undefined>
  const outcome = await run(world, step)
  await world.shop.settleJobs()
  // A token issued in the millisecond of a revocation is void too.
  world.shop.clock.advance(1000)
  return outcome
}

const picked = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]
const codeIn = async ({ shop }: World, email: string) => /\b\d{6}\b/.exec((await shop.outbox(email))[0]!.text)![0]

async function signedIn({ browser, account }: Tab): Promise<string | undefined> {
  const { json } = await browser.token()
  return json?.user?.id === account.id ? json.idToken : undefined
}

function addAccount(world: World, account: Omit<Account, 'isOpen' | 'role'>, tab: Omit<Tab, 'account'>): void {
  const made = { ...account, isOpen: true, role: null }
  world.accounts.push(made)
  world.tabs.push({ ...tab, account: made })
}

const RUNS: Runs = {
  /** A person registers an address. The mailbox's owner confirms: in the same browser for an own address, else by the link in another. */
  async register(world, { person, address }) {
    if (accountAt(world, address)) return undefined
    const { email, owner } = world.addresses[address]!
    const browser = openCodeBrowser(world.shop)
    const password = passwordOf(person)
    expect((await browser.post('/api/auth/register', { ...PERSON, email, password })).status).toBe(200)
    const code = await codeIn(world, email)
    const isOwn = person === owner
    const confirming = isOwn ? browser : openBrowser(world.shop)
    expect((await confirming.post('/api/auth/confirm', { email, code })).status).toBe(200)
    const { user } = (await browser.post(isOwn ? '/api/auth/token' : '/api/auth/auto-sign-in', { email })).json
    addAccount(world, { id: user.id, address, maker: person, isProven: isOwn }, { person, browser, password })
    return isOwn ? 'in the own browser' : "by another's press"
  },

  /** Staff make an account and tell a person its temporary password. */
  async create(world, { person, address }) {
    if (accountAt(world, address)) return undefined
    const { email } = world.addresses[address]!
    const json = { ...DETAILS, email }
    const made = await world.asOwner('/api/admin/users/create', json)
    expect(made.status, made.text).toBe(200)
    const browser = openCodeBrowser(world.shop)
    const { challenge } = (await browser.signIn(email, made.json.tempPassword)).json
    const password = passwordOf(person)
    const answer = await browser.post('/api/auth/challenge', { id: challenge.id, newPassword: password })
    expect(answer.status, answer.text).toBe(200)
    addAccount(world, { id: made.json.userId, address, maker: person, isProven: false }, { person, browser, password })
    return 'ok'
  },

  /** Staff invite a member of staff: an account with a role that waits, and no password. */
  async invite(world, { address }) {
    if (accountAt(world, address)) return undefined
    const json = { ...DETAILS, email: world.addresses[address]!.email, role: 'support' }
    const made = await world.asOwner('/api/admin/users/create', json)
    expect(made.status, made.text).toBe(200)
    const { userId: id } = made.json
    world.accounts.push({ id, address, maker: NO_MAKER, isProven: false, isOpen: true, role: 'support' })
    return 'ok'
  },

  /** A visitor sends the form with an address; the mailbox's owner confirms the entry by the link. */
  async 'free entry'(world, { address, giveaway }) {
    const { email, mailbox, owner, name, street, birthDate } = world.addresses[address]!
    const box = world.giveaways[giveaway]!
    const { ask, follow, tokenTo } = world.free
    expect((await ask(box, { email, name, line1: street, birthDate, ...HOME })).status).toBe(200)
    const { status, json } = await follow(await tokenTo(email))
    const day = shopDayOf(world.shop.clock.now())
    const keys = [`${giveaway} mailbox ${mailbox}`, `${giveaway} sender ${address}`]
    const isUsed = keys.some(key => world.freeDays.get(key) === day)
    expect(status === 200 ? 'entered' : json.code, `free entry of ${email}, used: ${isUsed}`).toBe(
      isUsed ? 'free_entry_used' : 'entered',
    )
    if (isUsed) return 'used'
    for (const key of keys) world.freeDays.set(key, day)
    for (const slot of json.numbers) world.entries.push({ giveaway, slot, person: owner, account: null })
    return 'ok'
  },

  async card(world, { address, giveaway, hasEmail }) {
    const { email, owner, name, street } = world.addresses[address]!
    const card = { name, address: `${street}\nReno, NV 89501`, ...(hasEmail && { email }) }
    const typed = await world.asOwner(`/api/admin/giveaways/${world.giveaways[giveaway]!.id}/private-entries`, card)
    expect(typed.status, typed.text).toBe(200)
    world.entries.push({ giveaway, slot: typed.json.slotNumber, person: owner, account: null })
    return hasEmail ? 'with an address' : 'without an address'
  },

  async 'prove by code'(world, { address }) {
    const account = accountAt(world, address)
    // Staff do not sign in by codes.
    if (!account || account.role) return undefined
    const { email, owner } = world.addresses[address]!
    const browser = openCodeBrowser(world.shop)
    const { json } = await browser.signInByCode(email)
    expect(json.user?.id, JSON.stringify(json)).toBe(account.id)
    proven(world, account)
    world.tabs.push({ person: owner, account, browser, password: undefined })
    return 'ok'
  },

  async 'prove by reset'(world, { address }) {
    const account = accountAt(world, address)
    if (!account) return undefined
    const { email, owner } = world.addresses[address]!
    const browser = openCodeBrowser(world.shop)
    await browser.post('/api/auth/forgot-password', { email })
    await world.shop.settleJobs()
    const json = { email, code: await codeIn(world, email), newPassword: OWNERS_PASSWORD }
    const reset = await browser.post('/api/auth/reset-password', json)
    expect(reset.status, reset.text).toBe(200)
    proven(world, account)
    world.shop.clock.advance(1000)
    expect((await browser.signIn(email, OWNERS_PASSWORD)).status).toBe(200)
    world.tabs.push({ person: owner, account, browser, password: OWNERS_PASSWORD })
    return 'ok'
  },

  async 'prove in tab'(world, { tab: at }) {
    const tab = picked(world.tabs, at)
    const idToken = tab && (await signedIn(tab))
    if (!tab || !idToken) return undefined
    const { email, owner } = world.addresses[tab.account.address]!
    // Only the mailbox's owner reads the code.
    if (tab.person !== owner || tab.account.isProven) return undefined
    await mailboxProofs(world.shop).proveIn(tab.browser, idToken, email)
    proven(world, tab.account)
    return 'ok'
  },

  /** A person who knows the first password tries it again. */
  async 'sign in'(world, { account: at }) {
    const account = picked(openAccounts(world), at)
    if (!account || account.maker === NO_MAKER) return undefined
    const browser = openCodeBrowser(world.shop)
    const password = passwordOf(account.maker)
    const { json } = await browser.signIn(world.addresses[account.address]!.email, password)
    if (json.user?.id !== account.id) return 'refused'
    world.tabs.push({ person: account.maker, account, browser, password })
    return 'ok'
  },

  /** A person enters with a credit that staff gave. */
  async enter(world, { tab: at, giveaway }) {
    const tab = picked(world.tabs, at)
    const idToken = tab && (await signedIn(tab))
    if (!tab || !idToken || tab.account.role) return undefined
    const { email } = world.addresses[tab.account.address]!
    const me = tab.browser.as(idToken)
    const line1 = `${tab.person} Person Row`
    expect((await me.post('/api/my/profile', { shippingAddress: { line1, ...HOME } })).status).toBe(200)
    const granted = await world.asOwner('/api/admin/credits/grant', { email, amount: 1, tier: 'Bronze' })
    expect(granted.status, granted.text).toBe(200)
    const { status, json } = await me.post(`/api/giveaways/${world.giveaways[giveaway]!.id}/entries`, { pick: 1 })
    expect(status, JSON.stringify(json)).toBe(200)
    const [entry] = json.entries
    world.entries.push({ giveaway, slot: entry.slotNumber, person: tab.person, account: tab.account })
    return 'ok'
  },

  /** A person orders with the code for first orders, which a mailbox uses once. */
  async order(world, { tab: at }) {
    const tab = picked(world.tabs, at)
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
    return 'ok'
  },

  /** Staff merge two accounts that have one holder. */
  async merge(world, { account: at, into: atInto }) {
    const [from, into] = [picked(openAccounts(world), at), picked(openAccounts(world), atInto)]
    if (!from || !into || from === into || holderOf(world, from) !== holderOf(world, into)) return undefined
    const json = { from: from.id, into: into.id, reason: 'The same person' }
    const answer = await world.asOwner('/api/admin/users/merge', json)
    if (answer.status !== 200) return answer.json.code
    from.isOpen = false
    for (const entry of world.entries) if (entry.account === from) entry.account = into
    return 'ok'
  },

  async delete(world, { tab: at }) {
    const tab = picked(world.tabs, at)
    const idToken = tab && (await signedIn(tab))
    if (!tab || !idToken) return undefined
    const json = { confirmation: 'DELETE', ...(tab.password && { password: tab.password }) }
    return expectErasedOnly(world, tab.account, async () => {
      const answer = await tab.browser.as(idToken).post('/api/my/delete-account', json)
      return answer.status === 200 ? 'ok' : answer.json.code
    })
  },

  async 'delete by staff'(world, { account: at }) {
    const account = picked(openAccounts(world), at)
    if (!account) return undefined
    const { email } = world.addresses[account.address]!
    return expectErasedOnly(world, account, async () => {
      const answer = await world.asOwner('/api/admin/users', { email, reason: 'A test' }, 'DELETE')
      return answer.status === 200 ? 'ok' : answer.json.code
    })
  },

  /** Staff give or remove a role. */
  async role(world, { account: at }) {
    const account = picked(openAccounts(world), at)
    if (!account) return undefined
    const role = account.role ? null : 'support'
    const answer = await world.asOwner(`/api/admin/users/${account.id}/role`, { role, reason: 'A test' }, 'PUT')
    expect(answer.status, answer.text).toBe(200)
    account.role = role
    return role ? 'given' : 'taken'
  },

  async 'next day'({ shop }) {
    shop.clock.advance(DAY)
    return 'ok'
  },
}
