import type { openTestShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'

/** What staff do to people in a shop under test, by its front door; as the owner unless somebody else is named. */
export function actingIn(shop: Awaited<ReturnType<typeof openTestShop>>, owner: TestUser) {
  const send = (method: string, path: string, json: unknown, as: TestUser = owner, key?: string) =>
    shop.call(`/api/admin${path}`, { method, json, as, ...(key && { headers: { 'idempotency-key': key } }) })
  const profileOf = async (user: TestUser) =>
    (await shop.call(`/api/admin/users/profile?email=${user.email}`, { as: owner })).json
  /** What the record of changes says of somebody, oldest first. */
  const recordsOf = (id: string) =>
    shop.services.db
      .selectFrom('change_record')
      .select(['action', 'reason', 'actor_id', 'before', 'after'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  return { send, profileOf, recordsOf }
}
