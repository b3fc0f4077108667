import type { TestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'

/** Calls the staff API on people in a test shop; as the owner unless another user is given. */
export function actingIn(shop: TestShop, owner: TestUser) {
  const send = (method: string, path: string, json: unknown, as: TestUser = owner, key?: string) =>
    shop.call(`/api/admin${path}`, { method, json, as, ...(key && { headers: { 'idempotency-key': key } }) })
  const profileOf = async (user: TestUser) =>
    (await shop.call(`/api/admin/users/profile?email=${user.email}`, { as: owner })).json
  /** The audit log entries about a person, oldest first. */
  const recordsOf = (id: string) =>
    shop.services.db
      .selectFrom('audit_log')
      .select(['action', 'reason', 'actor_id', 'before', 'after'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  return { send, profileOf, recordsOf }
}
