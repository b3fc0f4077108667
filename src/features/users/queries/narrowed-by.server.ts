import { type RawBuilder, sql } from 'kysely'
import { hasDoubtfulAddress } from '#features/identity/address-book/queries.server.ts'
import { US_PHONE } from '#kernel/values/inputs/us-phone.ts'
import { endOfDay, startOfDay } from '#kernel/values/shop-day.server.ts'
import type { UsersFilters } from '../contract.ts'

type Condition = RawBuilder<unknown>

const isStaff: Condition = sql`u.role <> 'user'`
/** The text of a partial index (0096_phones_to_check.apart.sql). */
const isToCheck: Condition = sql`u.phone !~ ${sql.lit(US_PHONE)}`

/**
 * The condition of the filters on the table `users` as `u`. Deleted users are excluded. An index serves each condition (db/schema.sql),
 * so that rare and common values are both fast.
 */
export function narrowedBy(filters: UsersFilters): Condition {
  const { role, membership, tier, joinedFrom, joinedTo, smsConsent, disabled, phoneToCheck, addressToCheck } = filters
  const member: Condition = sql`exists (select from active_member m where m.user_id = u.id)`
  const conditions: Condition[] = [sql`u.deleted_at is null`]
  if (role === 'staff') conditions.push(isStaff)
  else if (role === 'user') conditions.push(sql`u.role = 'user'`)
  else if (role === 'invited') conditions.push(sql`u.offered_role is not null`)
  // The second condition matches the partial index.
  else if (role) conditions.push(sql`u.role = ${role}`, isStaff)
  if (membership) conditions.push(membership === 'member' ? member : sql`not ${member}`)
  if (tier) conditions.push(sql`exists (select from credit_holder h where h.user_id = u.id and h.tier = ${tier}::tier)`)
  if (joinedFrom) conditions.push(sql`u.created_at >= ${startOfDay(joinedFrom)}`)
  if (joinedTo) conditions.push(sql`u.created_at < ${endOfDay(joinedTo)}`)
  if (smsConsent) conditions.push(smsConsent === 'true' ? sql`u.sms_consent` : sql`not u.sms_consent`)
  if (disabled) conditions.push(disabled === 'true' ? sql`not u.enabled` : sql`u.enabled`)
  if (phoneToCheck) conditions.push(phoneToCheck === 'true' ? isToCheck : sql`(${isToCheck}) is not true`)
  if (addressToCheck)
    conditions.push(addressToCheck === 'true' ? hasDoubtfulAddress('u.id') : sql`not (${hasDoubtfulAddress('u.id')})`)
  return sql.join(conditions, sql` and `)
}
