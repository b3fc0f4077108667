import type { Right } from '#platform/rights.ts'
import type { Context } from './context.ts'

/** What a user's or the staff's open screens show: a word says which of it to read anew, never what it is now. */
export type MyPart = 'credits' | 'orders' | 'entries' | 'membership'
/** The areas of the staff's rights: `orders` of `orders.refund`. */
export type AdminPart = Right extends `${infer Area}.${string}` ? Area : never

/** Topics of the signals behind the private realtime channels, and what travels on them. */
export const MY = 'my'
export const ADMIN = 'admin'
export type MyChange = { userId: string; changed: MyPart[] }
export type AdminChange = { changed: AdminPart[] }

/** Tells a user's open screens that something of theirs changed. Call it after the commit. */
export const tellUser = ({ signals }: Context, userId: string, ...changed: MyPart[]) =>
  signals.publish(MY, { userId, changed } satisfies MyChange)

/** Tells the staff's open screens. Call it after the commit. */
export const tellStaff = ({ signals }: Context, ...changed: AdminPart[]) =>
  signals.publish(ADMIN, { changed } satisfies AdminChange)
