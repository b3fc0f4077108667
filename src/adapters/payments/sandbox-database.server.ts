import { CompiledQuery } from 'kysely'
import type { Db } from '#platform/db/database.server.ts'

type Statement = { text: string; values: unknown[] }

/** The caller's database or transaction, as the seeds of `@redoubt/stripe-sandbox` take it. */
export const sandboxDatabase = (db: Db) => ({
  query: ({ text, values }: Statement) => db.executeQuery(CompiledQuery.raw(text, values)),
})
