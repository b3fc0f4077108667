import { expect } from 'vitest'
import { expectErasedOnly } from '../erasure.ts'
import { type Account, accountAt, holderOf, openAccounts, signedIn, type Tab, type World } from '../world.ts'
import { ACCOUNT_STEPS } from './accounts.ts'
import { HOLDING_STEPS } from './holdings.ts'
import { picked, type Runs } from './runs.ts'

const DAY = 86_400_000

/** Deletes the account of a tab by its person. */
async function deleteIn(world: World, tab: Tab, idToken: string): Promise<string> {
  const json = { confirmation: 'DELETE', ...(tab.password && { password: tab.password }) }
  return expectErasedOnly(world, tab.account, async () => {
    const answer = await tab.browser.as(idToken).post('/api/my/delete-account', json)
    return answer.status === 200 ? 'ok' : answer.json.code
  })
}

/**
 * Two accounts that staff may take for one person's: of one holder. A merge with an unproven account is tried in every case, because its
 * refusal is what keeps its maker from the other's things.
 */
function mayBeMerged(world: World, from: Account, into: Account): boolean {
  const isUnproven = !from.isProven || !into.isProven
  return isUnproven || holderOf(world, from) === holderOf(world, into)
}

export const CLOSURE_STEPS: Runs<'merge' | 'delete' | 'delete by staff' | 'come again' | 'role' | 'next day'> = {
  async merge(world, { account: at, into: atInto }) {
    const from = picked(openAccounts(world), at)
    if (!from) return undefined
    const others = openAccounts(world).filter(one => one !== from && mayBeMerged(world, from, one))
    // Two proven accounts of one person are rare, and come first.
    const proven = from.isProven ? others.filter(one => one.isProven) : []
    const into = picked(proven.length > 0 ? proven : others, atInto)
    if (!into) return undefined
    const json = { from: from.id, into: into.id, reason: 'The same person' }
    const answer = await world.asOwner('/api/admin/users/merge', json)
    if (answer.status !== 200) return answer.json.code
    from.isOpen = false
    for (const held of [...world.entries, ...world.credits]) if (held.account === from) held.account = into
    return 'ok'
  },

  async delete(world, { tab: at }) {
    const tab = picked(world.tabs, at)
    const idToken = tab && (await signedIn(tab))
    return tab && idToken ? deleteIn(world, tab, idToken) : undefined
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

  /** A person uses what is once only, deletes the account, registers the address again, and tries it once more. */
  async 'come again'(world, { account: at, giveaway }) {
    const account = picked(openAccounts(world), at)
    const { address } = account ?? {}
    const tab = account && world.tabs.findLast(one => one.account === account)
    if (!account?.isProven || account.role || address === undefined || !tab) return undefined
    const once = async () => {
      const [free, order] = [HOLDING_STEPS['free entry'], HOLDING_STEPS.order]
      const place = world.tabs.findLastIndex(one => one.account === accountAt(world, address))
      await free(world, { do: 'free entry', address, giveaway })
      if (place >= 0) await order(world, { do: 'order', tab: place, giveaway })
    }
    await once()
    await world.shop.settleJobs()
    const idToken = await signedIn(tab)
    const outcome = idToken && (await deleteIn(world, tab, idToken))
    if (outcome !== 'ok') return 'stays'
    world.shop.clock.advance(1000)
    await ACCOUNT_STEPS.register(world, { do: 'register', person: world.addresses[address]!.owner, address })
    await once()
    return 'ok'
  },

  /** Staff give a role, or take it. */
  async role(world, { account: at }) {
    const account = picked(openAccounts(world), at)
    if (!account) return undefined
    const role = account.role ? null : 'support'
    const answer = await world.asOwner(`/api/admin/users/${account.id}/role`, { role, reason: 'A test' }, 'PUT')
    // Staff cannot win.
    if (answer.json.code === 'open_prize') return answer.json.code
    expect(answer.status, answer.text).toBe(200)
    account.role = role
    return role ? 'given' : 'taken'
  },

  async 'next day'({ shop }) {
    shop.clock.advance(DAY)
    return 'ok'
  },
}
