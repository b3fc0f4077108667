import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { auditCredits } from '#features/credits/queries.server.ts'
import { changeRole, disableByStaff } from '../commands/manage-users.server.ts'
import { actingIn } from '../testing/acting.ts'

const shop = await testShop({ connections: 30 })
const owner = await shop.addUser({ admin: true, name: 'Olive Owner' })
const manager = await shop.addUser({ role: 'manager', name: 'Max Manager' })
const { send, recordsOf } = actingIn(shop, owner)
afterEach(async () => expect(await auditCredits(shop.system)).toEqual([]))

describe('access', () => {
  const act = (verb: string, user: TestUser, as = manager) =>
    send('POST', `/users/${user.userId}/${verb}`, { reason: 'Seen fit' }, as)

  it('access is removed and restored with a reason; the token is void at once [B-13.36]', async () => {
    const user = await shop.addUser()
    expect((await act('disable', user)).json).toMatchObject({ disabled: true, sessions: 0 })
    expect((await shop.call('/api/credits', { as: user })).status).toBe(401)
    expect((await act('enable', user)).json).toMatchObject({ disabled: false })
    expect((await act('sign-out', user)).status).toBe(200)
    expect((await act('reset-password', user)).status).toBe(200)
    expect((await recordsOf(user.userId)).map(({ action }) => action)).toEqual([
      'disabled',
      'enabled',
      'signed out everywhere',
      'demanded a new password',
    ])
    expect((await send('POST', `/users/${user.userId}/disable`, { reason: ' ' }, manager)).json.errors).toEqual({
      reason: ['Please give a reason.'],
    })
  })

  it('only an owner changes an owner’s access, and no user disables the own account [B-13.36]', async () => {
    for (const verb of ['disable', 'sign-out', 'reset-password'])
      expect((await act(verb, owner)).json).toMatchObject({ status: 403, code: 'owner_only' })
    expect((await act('disable', manager)).json).toMatchObject({ status: 409, code: 'own_account' })
    expect((await send('PATCH', `/users/${owner.userId}`, { name: 'X', reason: 'x' }, manager)).json.code).toBe(
      'owner_only',
    )
  })
})

describe('roles', () => {
  const setRole = (user: TestUser, role: string | null, as = owner) =>
    send('PUT', `/users/${user.userId}/role`, { role, reason: 'Works here' }, as)

  it('owners give roles; a role is recorded with both values and counts at once [B-13.9] [B-13.10] [B-13.35]', async () => {
    const user = await shop.addUser()
    expect((await setRole(user, 'support', manager)).json).toMatchObject({ status: 403, code: 'Unauthorized' })
    expect((await setRole(user, 'support')).json).toMatchObject({ role: 'support', isAdmin: true })
    expect((await setRole(user, null)).json).toMatchObject({ role: null, isAdmin: false })
    expect(await recordsOf(user.userId)).toMatchObject([
      { action: 'changed the role', before: { role: null }, after: { role: 'support' } },
      { action: 'changed the role', before: { role: 'support' }, after: { role: null } },
    ])
  })

  it('of a role given to an account and its concurrent deletion, exactly one succeeds', async () => {
    for (let round = 0; round < few(4, 12); round++) {
      const [one, other] = [await shop.addUser(), await shop.addUser()]
      const closing =
        round % 2
          ? send('POST', '/users/merge', { from: one.userId, into: other.userId, reason: 'The same' }, manager)
          : send('DELETE', '/users', { email: one.email }, manager)
      const raised = send('PUT', `/users/${one.userId}/role`, { role: 'owner', reason: 'New here' })
      const [closed, given] = await Promise.all([closing, raised])
      expect([closed.status, given.status].filter(status => status === 200)).toHaveLength(1)
      const { rows } = await shop.services.pool.query('select role, deleted_at from users where id = $1', [one.userId])
      expect(rows[0].deleted_at === null).toBe(rows[0].role === 'owner')
      if (given.status === 200) await send('PUT', `/users/${one.userId}/role`, { role: null, reason: 'A test' })
    }
  })

  it('of two owners who remove each other concurrently, many times, one always stays [B-13.13]', async () => {
    const { db } = shop.services
    const other = await shop.addUser()
    for (let round = 0; round < few(10, 50); round++) {
      await db.updateTable('users').set({ role: 'owner' }).where('id', 'in', [owner.userId, other.userId]).execute()
      const remove = (by: TestUser, { userId: id }: TestUser) => {
        const actor = { ...by, name: 'Olive', isAdmin: true, role: 'owner' as const, isSubscriber: false }
        const ctx = { ...shop.system, actor }
        const work =
          round % 2 ? disableByStaff(ctx, { id, reason: 'x' }) : changeRole(ctx, { id, role: null, reason: 'x' })
        return work.then(
          () => 'done',
          error => error.code,
        )
      }
      const outcomes = await Promise.all([remove(owner, other), remove(other, owner)])
      expect(outcomes.toSorted()).toEqual(['done', 'last_owner'])
      const left = db.selectFrom('users').select('id').where('role', '=', 'owner').where('enabled', '=', true)
      expect(await left.execute()).toHaveLength(1)
      await db.updateTable('users').set({ enabled: true }).where('role', '=', 'owner').execute()
    }
  })

  it('the last owner reads that the last owner cannot be removed [B-13.13]', async () => {
    const { db } = shop.services
    await db.updateTable('users').set({ role: 'owner' }).where('id', '=', owner.userId).execute()
    await db
      .updateTable('users')
      .set({ role: 'user' })
      .where('role', '=', 'owner')
      .where('id', '<>', owner.userId)
      .execute()
    const claims = { ...owner, name: 'Olive', isAdmin: true, role: 'owner' as const, isSubscriber: false }
    shop.clock.advance(1000)
    const { idToken } = await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })
    expect((await setRole(owner, null, { ...owner, idToken })).json).toMatchObject({
      status: 409,
      code: 'last_owner',
      detail: 'The last owner cannot be removed',
    })
  })
})
