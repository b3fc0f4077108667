import type { Right } from '#kernel/rights.ts'
import type { Tier } from '#kernel/values/tiers.ts'

/** Acts of staff on an account, in the order of the screen. */
export const USER_ACTS = [
  'edit',
  'role',
  'invite',
  'resetPassword',
  'signOut',
  'enable',
  'disable',
  'merge',
  'delete',
  'credits',
] as const
export type UserAct = (typeof USER_ACTS)[number]

/** The right of each act: that of its route, and of its button. */
export const RIGHT_OF = {
  edit: 'people.change',
  role: 'roles.change',
  invite: 'roles.change',
  resetPassword: 'people.disable',
  signOut: 'people.disable',
  enable: 'people.disable',
  disable: 'people.disable',
  merge: 'people.merge',
  delete: 'people.delete',
  credits: 'credits.change',
} as const satisfies Record<UserAct, Right>

/** Maximum people per delete call. Each deletion is a transaction of its own, and the caller waits for all. */
export const DELETED_AT_ONCE = 100

/** The limit of the export in one JSON answer, which is held in memory. The streamed export has no limit. */
export const EXPORTED_AT_ONCE = 20_000

/** Maximum credits per step; a larger number is probably a typing error. */
export const CREDITS_AT_ONCE = 10_000

/** Splits a name: the last word is the last name. */
export function partsOfName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? words.pop()! : ''
  return { firstName: words.join(' '), lastName }
}

/** The available credits of a tier. */
export const creditsOf = (credits: Record<Lowercase<Tier>, number>, tier: Tier): number =>
  credits[tier.toLowerCase() as Lowercase<Tier>]
