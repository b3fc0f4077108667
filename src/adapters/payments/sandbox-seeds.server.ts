import * as sandbox from '@redoubt/stripe-sandbox/seed'
import { CompiledQuery } from 'kysely'
import type { Db } from '#platform/db/database.server.ts'

export type { PastPayment, SeededSubscription } from '@redoubt/stripe-sandbox/seed'

/** The provider of seeded orders and memberships. */
export const SEEDED_PROVIDER = 'stripe'

type Statement = { text: string; values: unknown[] }
type Past<Seed extends (...args: never[]) => unknown> = Parameters<Seed>[1]

/** The caller's database or transaction, as the sandbox takes it. */
const sandboxDatabase = (db: Db) => ({
  query: ({ text, values }: Statement) => db.executeQuery(CompiledQuery.raw(text, values)),
})

/** The demo's past payments, as if the payment provider had taken them. @param past oldest first. */
export const seedPayments = (db: Db, past: Past<typeof sandbox.seedPayments>, now: Date) =>
  sandbox.seedPayments(sandboxDatabase(db), past, now)

/** The demo's running subscriptions. @returns their ids and periods, in the order of `past`. */
export const seedSubscriptions = (db: Db, past: Past<typeof sandbox.seedSubscriptions>, now: Date) =>
  sandbox.seedSubscriptions(sandboxDatabase(db), past, now)
