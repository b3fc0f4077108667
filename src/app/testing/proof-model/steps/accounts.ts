import { expect } from 'vitest'
import { adoptMailEntries } from '#features/free-entry/cards/commands/adopt-mail-entries.server.ts'
import { openEmailCodeBrowser } from '#features/identity/email-codes/testing/email-code-browser.ts'
import { mailboxProofs, OWNERS_PASSWORD } from '#features/identity/mailbox-proof/testing/proofs.ts'
import { openBrowser, PERSON } from '#features/identity/testing/browser.ts'
import { appCode } from '#features/identity/testing/factors.ts'
import {
  type Account,
  accountAt,
  type Browser,
  emailCodeIn,
  openAccounts,
  proven,
  signedIn,
  type Tab,
  type World,
} from '../world.ts'
import { HOME, picked, type Runs } from './runs.ts'

/** What staff type of a new person. */
const DETAILS = {
  name: 'Robin Gale',
  phone: '8015550100',
  birthday: '1990-05-17',
  address: { line1: '9 Desk Row', country: 'US', ...HOME },
}
const passwordOf = (person: number) => `Persons-Own-${person}!`

async function addAccount(
  world: World,
  account: Pick<Account, 'id' | 'address' | 'maker' | 'isProven'>,
  tab?: Omit<Tab, 'account'>,
): Promise<void> {
  const made: Account = { ...account, isOpen: true, role: null, factor: null }
  world.accounts.push(made)
  if (tab) world.tabs.push({ ...tab, account: made })
  // The last release enqueues this job for each account that it makes.
  await adoptMailEntries(world.shop.system, { userId: made.id })
}

/** Answers the authenticator of an account, by the person who has it. */
async function withFactor(world: World, account: Account, browser: Browser, { json }: { json: Answered }) {
  if (json.challenge?.type !== 'SOFTWARE_TOKEN_MFA' || !account.factor) return json
  world.shop.clock.advance(30_000)
  const code = appCode(account.factor.secret, world.shop.clock.now())
  return (await browser.post('/api/auth/challenge', { id: json.challenge.id, code })).json as Answered
}
type Answered = { user?: { id: string }; challenge?: { id: string; type: string } }

export const ACCOUNT_STEPS: Runs<
  'register' | 'create' | 'invite' | 'prove by code' | 'prove by reset' | 'prove in tab' | 'sign in' | 'factor'
> = {
  /** A person registers an address. Its reader confirms: in that browser if it is their own, else by a habitual press in another. */
  async register(world, { person, address }) {
    if (accountAt(world, address)) return undefined
    const { email, owner } = world.addresses[address]!
    const browser = openEmailCodeBrowser(world.shop)
    const password = passwordOf(person)
    expect((await browser.post('/api/auth/register', { ...PERSON, email, password })).status).toBe(200)
    const code = await emailCodeIn(world, email)
    const isOwn = person === owner
    const confirming = isOwn ? browser : openBrowser(world.shop)
    expect((await confirming.post('/api/auth/confirm', { email, code })).status).toBe(200)
    const { user } = (await browser.post(isOwn ? '/api/auth/token' : '/api/auth/auto-sign-in', { email })).json
    await addAccount(world, { id: user.id, address, maker: person, isProven: isOwn }, { person, browser, password })
    return isOwn ? 'in the own browser' : "by another's press"
  },

  /** Staff make an account and tell a person its temporary password. */
  async create(world, { person, address }) {
    if (accountAt(world, address)) return undefined
    const { email } = world.addresses[address]!
    const json = { ...DETAILS, email }
    const made = await world.asOwner('/api/admin/users/create', json)
    expect(made.status, made.text).toBe(200)
    const browser = openEmailCodeBrowser(world.shop)
    const { challenge } = (await browser.signIn(email, made.json.tempPassword)).json
    const password = passwordOf(person)
    const answer = await browser.post('/api/auth/challenge', { id: challenge.id, newPassword: password })
    expect(answer.status, answer.text).toBe(200)
    await addAccount(
      world,
      { id: made.json.userId, address, maker: person, isProven: false },
      { person, browser, password },
    )
    return 'ok'
  },

  /** Staff invite a member of staff: an account with a role that waits, and no password. */
  async invite(world, { address }) {
    if (accountAt(world, address)) return undefined
    const json = { ...DETAILS, email: world.addresses[address]!.email, role: 'support' }
    const made = await world.asOwner('/api/admin/users/create', json)
    expect(made.status, made.text).toBe(200)
    await addAccount(world, { id: made.json.userId, address, maker: null, isProven: false })
    world.accounts.at(-1)!.role = 'support'
    return 'ok'
  },

  async 'prove by code'(world, { address }) {
    const account = accountAt(world, address)
    // Staff do not sign in by codes.
    if (!account || account.role) return undefined
    const { email, owner } = world.addresses[address]!
    const browser = openEmailCodeBrowser(world.shop)
    const answer = await browser.signInByCode(email)
    proven(world, account)
    const json = await withFactor(world, account, browser, answer)
    expect(json.user?.id, `the reader of ${email} signs in by a code: ${JSON.stringify(json)}`).toBe(account.id)
    world.tabs.push({ person: owner, account, browser, password: undefined })
    return 'ok'
  },

  async 'prove by reset'(world, { address }) {
    const account = accountAt(world, address)
    if (!account) return undefined
    const { email, owner } = world.addresses[address]!
    const browser = openEmailCodeBrowser(world.shop)
    await browser.post('/api/auth/forgot-password', { email })
    await world.shop.settleJobs()
    const json = { email, code: await emailCodeIn(world, email), newPassword: OWNERS_PASSWORD }
    const reset = await browser.post('/api/auth/reset-password', json)
    expect(reset.status, reset.text).toBe(200)
    proven(world, account)
    world.shop.clock.advance(1000)
    const signed = await withFactor(world, account, browser, await browser.signIn(email, OWNERS_PASSWORD))
    expect(signed.user?.id, `the reader of ${email} signs in after a reset: ${JSON.stringify(signed)}`).toBe(account.id)
    world.tabs.push({ person: owner, account, browser, password: OWNERS_PASSWORD })
    return 'ok'
  },

  async 'prove in tab'(world, { tab: at }) {
    const tab = picked(world.tabs, at)
    const idToken = tab && (await signedIn(tab))
    if (!tab || !idToken) return undefined
    const { email, owner } = world.addresses[tab.account.address]!
    // Another person has no code to type.
    if (tab.person !== owner || tab.account.isProven) return undefined
    await mailboxProofs(world.shop).proveIn(tab.browser, idToken, email)
    proven(world, tab.account)
    return 'ok'
  },

  /** A person who knows the first password tries it again. */
  async 'sign in'(world, { account: at }) {
    const account = picked(openAccounts(world), at)
    if (!account || account.maker === null) return undefined
    const browser = openEmailCodeBrowser(world.shop)
    const password = passwordOf(account.maker)
    const answer = await browser.signIn(world.addresses[account.address]!.email, password)
    const hasFactor = account.factor?.person === account.maker
    const json = hasFactor ? await withFactor(world, account, browser, answer) : (answer.json as Answered)
    if (json.user?.id !== account.id) return 'refused'
    world.tabs.push({ person: account.maker, account, browser, password })
    return 'ok'
  },

  /** A person adds an authenticator app. */
  async factor(world, { tab: at }) {
    const tab = picked(world.tabs, at)
    const idToken = tab && (await signedIn(tab))
    if (!tab || !idToken || tab.account.factor) return undefined
    const me = tab.browser.as(idToken)
    const json = tab.password && { password: tab.password }
    const { status, json: begun } = await me.post('/api/auth/mfa/totp', json || {})
    // Without a password the sign-in may be too long ago; a reset replaced the password of another tab.
    if (status !== 200) return begun.code
    const code = appCode(begun.secret, world.shop.clock.now())
    const added = await me.post('/api/auth/mfa/totp', { code, ...(json || {}) })
    expect(added.status, added.text).toBe(200)
    tab.account.factor = { person: tab.person, secret: begun.secret }
    world.shop.clock.advance(30_000)
    return 'ok'
  },
}
