import { expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { openPrizeShop } from '#features/winners/testing/prizes.ts'
import { hasRight, ROLES } from '#kernel/rights.ts'
import { RIGHT_OF, USER_ACTS, type UserAct } from '../rules.ts'

const prizes = await openPrizeShop()
const { shop } = prizes
const { pool } = shop.services
const reason = 'A walk over all pairs'

/** The call of each act, as its button makes it; a merge begins with its preview. */
const CALLS: Record<UserAct, (person: TestUser, other: TestUser) => [method: string, path: string, json: object]> = {
  edit: ({ userId }) => ['PATCH', `users/${userId}`, { name: `Sam ${userId.slice(-4)}`, reason }],
  role: ({ userId }) => ['PUT', `users/${userId}/role`, { role: null, reason }],
  invite: ({ userId }) => ['POST', `users/${userId}/invitation`, {}],
  resetPassword: ({ userId }) => ['POST', `users/${userId}/reset-password`, { reason }],
  signOut: ({ userId }) => ['POST', `users/${userId}/sign-out`, { reason }],
  enable: ({ userId }) => ['POST', `users/${userId}/enable`, { reason }],
  disable: ({ userId }) => ['POST', `users/${userId}/disable`, { reason }],
  merge: ({ userId }, other) => ['POST', 'users/merge', { from: userId, into: other.userId, reason }],
  delete: ({ email }) => ['DELETE', 'users', { email, reason }],
  credits: ({ email }) => ['POST', 'credits/grant', { email, tier: 'Gold', amount: 1, reason }],
}

type Kind = { make: (caller: TestUser) => Promise<TestUser>; isOwn?: true }
const added = (options: Parameters<typeof shop.addUser>[0], set?: string) => async () => {
  const user = await shop.addUser(options)
  if (set) await pool.query(`update users set ${set} where id = $1`, [user.userId])
  return user
}
/** Winners who must answer, one after another. A prize is passed on to the next place, which costs a fifth of a draw. */
async function* winners(): AsyncGenerator<TestUser, never> {
  for (;;) {
    const { giveaway, entrants } = await prizes.drawn(8, { title: 'A prize at stake' })
    for (const _ of entrants) {
      await prizes.tend()
      const { id, email } = (await prizes.placesOf(giveaway)).at(-1)
      yield entrants.find(entrant => entrant.email === email)!
      const passed = await prizes.asAdmin(`/api/admin/winners/${id}/pass-on`, { as: 'declined', reason })
      expect(passed.json, passed.text).toMatchObject({ state: 'declined' })
    }
  }
}
const line = winners()
const winner = async () => (await line.next()).value

/** Kinds of accounts. */
const KINDS: Record<string, Kind> = {
  shopper: { make: added({}) },
  'disabled shopper': {
    async make() {
      const user = await shop.addUser()
      const disabled = await prizes.asAdmin(`/api/admin/users/${user.userId}/disable`, { reason })
      expect(disabled.status).toBe(200)
      return user
    },
  },
  'invited manager': { make: added({}, `mailbox_unproven = true, offered_role = 'manager'`) },
  'invited owner': { make: added({}, `mailbox_unproven = true, offered_role = 'owner'`) },
  manager: { make: added({ role: 'manager' }) },
  owner: { make: added({ role: 'owner' }) },
  'winner who must answer': { make: winner },
  'the caller': { make: async caller => caller, isOwn: true },
  'another account of the caller': {
    make: ({ email }) => added({ email: email.replace('@', `+${Math.random().toString(36).slice(2)}@`) })(),
  },
}

type Shown = { name: UserAct; refusal: { code: string; message: string } | null }
const actsFor = async (person: TestUser, as: TestUser): Promise<Shown[]> => {
  const answer = await shop.call(`/api/admin/users/profile?id=${person.userId}`, { as })
  return answer.status === 200 ? answer.json.acts : []
}

it.each(
  firstOf(
    ROLES.flatMap(role => Object.keys(KINDS).map(kind => [role, kind] as const)),
    4,
  ),
)(
  'a %s is offered the acts that the server does not refuse, and told its refusals: %s [B-13.111]',
  async (role, kind) => {
    const { make, isOwn } = KINDS[kind]!
    const caller = () => shop.addUser({ role })
    let as = await caller()
    let person = await make(as)
    const other = await shop.addUser()
    const shown = new Map((await actsFor(person, as)).map(({ name, refusal }) => [name, refusal]))
    for (const name of USER_ACTS) {
      const refusal = shown.get(name)
      // Without an effect, and not offered: an enabled account is enabled, a disabled one disabled.
      if (refusal === undefined && hasRight(role, RIGHT_OF[name]) && ['enable', 'disable'].includes(name)) continue
      const [method, path, json] = CALLS[name](person, other)
      const answer = await shop.call(`/api/admin/${path}`, { as, method, json })
      const message = `${name}: ${answer.text}`
      expect(answer.status, message).not.toBe(400)
      if (refusal === null) {
        // What is typed or chosen may still be refused: the last owner's role, another account of a merge.
        const isOfChoice = ['last_owner', 'unproven_account', 'open_prize', 'not_invited'].includes(answer.json?.code)
        expect(answer.status < 400 || (isOfChoice && ['role', 'merge'].includes(name)), message).toBe(true)
        as = await caller()
        person = await make(as)
      } else if (refusal) expect(answer.json, message).toMatchObject({ code: refusal.code, detail: refusal.message })
      else expect(answer.status === 403 || answer.json?.code === 'not_invited', message).toBe(true)
    }
    expect(isOwn ?? false).toBe(kind === 'the caller')
  },
)
