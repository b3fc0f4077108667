import type { Right } from '#kernel/rights.ts'
import type { Context } from './context.ts'

/** Parts of a user's or the staff's open screens. A message names the part to fetch again, never its content. */
export type MyPart = 'credits' | 'orders' | 'entries' | 'membership'
/** The areas of staff rights: `orders` of `orders.refund`. */
export type AdminPart = Right extends `${infer Area}.${string}` ? Area : never

/** Signal topics behind the private realtime channels, and their payloads. */
export const MY = 'my'
export const ADMIN = 'admin'
export type MyChange = { userId: string; changed: MyPart[] }
export type AdminChange = { changed: AdminPart[] }

/** Notifies a user's open screens of a change. */
export const tellUser = ({ signals }: Context, userId: string, ...changed: MyPart[]) =>
  signals.publish(MY, { userId, changed } satisfies MyChange)

/** Notifies the staff's open screens. */
export const tellStaff = ({ signals }: Context, ...changed: AdminPart[]) =>
  signals.publish(ADMIN, { changed } satisfies AdminChange)
