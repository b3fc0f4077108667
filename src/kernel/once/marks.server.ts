import { type RawBuilder, sql } from 'kysely'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { ONCE_MONTHS, type OnceKind } from './kinds.ts'

export type OnceMark = {
  kind: OnceKind
  /** The values of the kind, in their order. */
  of: readonly string[]
  uses?: number
  /** YYYY-MM-DD */
  day?: string
}

const hashOf = (ctx: DataContext, { kind, of }: Pick<OnceMark, 'kind' | 'of'>): Buffer =>
  ctx.onceHash(JSON.stringify([kind, ...of]))

/** The mailbox of an e-mail address. SQL has the one definition. */
export async function readMailbox({ db }: DataContext, email: string): Promise<string> {
  const { rows } = await sql<{ mailbox: string }>`select mailbox_of(${email}) as mailbox`.execute(db)
  return rows[0]!.mailbox
}

/**
 * Writes the once marks of a closed account, for `ONCE_MONTHS`. Uses add up; the last day and the latest lapse count.
 * @param at the moment of the deletion.
 */
export async function keepOnce(tx: TransactionContext, marks: readonly OnceMark[], at = tx.now()): Promise<void> {
  if (marks.length === 0) return
  await tx.db
    .insertInto('once_mark')
    .values(
      distinct(tx, marks).map(({ kind, hash, uses, day }) => ({
        ...{ kind, hash, uses, day: day ?? null },
        lapses_at: sql<Date>`${at}::timestamptz + make_interval(months => ${ONCE_MONTHS})`,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['kind', 'hash']).doUpdateSet({
        uses: sql<number>`excluded.uses + case when once_mark.lapses_at > ${tx.now()} then once_mark.uses else 0 end`,
        day: sql<string>`greatest(once_mark.day, excluded.day)`,
        lapses_at: sql<Date>`greatest(once_mark.lapses_at, excluded.lapses_at)`,
      }),
    )
    .execute()
}

/** One row for each hash, in the order of the keys, so that two deletions lock in one order. */
function distinct(ctx: DataContext, marks: readonly OnceMark[]) {
  const byKey = new Map<string, Required<Pick<OnceMark, 'kind' | 'uses'>> & { hash: Buffer; day: string | undefined }>()
  for (const mark of marks) {
    const { kind, uses = 1, day } = mark
    const hash = hashOf(ctx, mark)
    const key = `${kind} ${hash.toString('hex')}`
    const before = byKey.get(key)
    const last = [before?.day, day]
      .filter(each => each !== undefined)
      .toSorted()
      .at(-1)
    byKey.set(key, { kind, hash, uses: uses + (before?.uses ?? 0), day: last })
  }
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** SQL: whether a mark exists and has not lapsed. */
export const isKept = (ctx: DataContext, kind: OnceKind, of: readonly string[]): RawBuilder<boolean> => sql<boolean>`
  exists (select from once_mark where kind = ${kind} and hash = ${hashOf(ctx, { kind, of })} and lapses_at > ${ctx.now()})`

/** SQL: the uses of a mark, 0 without a mark. */
export const keptUses = (ctx: DataContext, kind: OnceKind, of: readonly string[]): RawBuilder<number> => sql<number>`
  coalesce((select uses from once_mark where kind = ${kind} and hash = ${hashOf(ctx, { kind, of })} and lapses_at > ${ctx.now()}), 0)`

/** SQL: the day of a mark as YYYY-MM-DD, null without a mark. */
export const keptDay = (ctx: DataContext, kind: OnceKind, of: readonly string[]): RawBuilder<string | null> => sql<
  string | null
>`
  (select day::text from once_mark where kind = ${kind} and hash = ${hashOf(ctx, { kind, of })} and lapses_at > ${ctx.now()})`

/** Whether a mark counts. After a write that waited for a concurrent deletion, it sees the marks of that deletion. */
export async function wasKept(ctx: DataContext, kind: OnceKind, of: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`select ${isKept(ctx, kind, of)} as kept`.execute(ctx.db)
  return rows[0]!.kept
}

/** Deletes lapsed marks. */
export async function forgetLapsed(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('once_mark').where('lapses_at', '<=', ctx.now()).execute()
}
