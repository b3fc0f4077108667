import type { Insertable, Kysely, Selectable } from 'kysely'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { SubjectType } from '#kernel/audit-subjects.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { DB } from '#platform/db/tables.ts'
import { refuse } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { readLastEditor } from '../queries.server.ts'

type Kept = { id: string; version: number; created_at: Date; updated_at: Date }
/** Tables with id, version, and the times of creation and of the last change. */
type RecordTable = { [T in keyof DB]: Selectable<DB[T]> extends Kept ? T : never }[keyof DB]

type Options<Column extends string, Values> = {
  /** The columns that staff write; the database gives all others their values. */
  columns: readonly Column[]
  subject: SubjectType
  /** The column by which the audit log calls a record. */
  label: Column
  /** Values for the audit log; default: the columns. The log leaves out `name` and other personal fields. */
  logged?: (values: Values) => Record<string, unknown>
  /** The refusal of a value that another record has. */
  taken?: () => Error
  /** Of the signal by which every process hears of a change. */
  topic?: string
}

/** Commands for a table that staff edit field by field: each one is a transaction with a locked version and its audit log entry. */
export function staffRecord<
  T extends RecordTable,
  Column extends keyof Selectable<DB[T]> & keyof Insertable<DB[T]> & string,
>(table: T, { columns, subject, label, taken, topic, ...options }: Options<Column, Pick<Selectable<DB[T]>, Column>>) {
  type Values = Pick<Selectable<DB[T]>, Column>
  const logged = options.logged ?? ((values: Values) => Object.fromEntries(columns.map(name => [name, values[name]])))
  const subjectOf = (id: string, values: Values) => ({ type: subject, id, label: String(values[label]) })
  // Kysely does not follow the name of a table through a type parameter.
  const rows = table as 'canned_reply'
  const db = (tx: TransactionContext) => tx.db as unknown as Kysely<Record<typeof rows, Kept>>
  const publish = (tx: TransactionContext) => topic && tx.onCommit(ctx => ctx.signals.publish(topic, null))
  const orTaken = (error: { code?: string }) => {
    throw taken && error.code === '23505' ? taken() : error
  }

  async function locked(tx: TransactionContext, id: string): Promise<Kept & Values> {
    const row = await db(tx)
      .selectFrom(rows)
      .select(['id', 'version', 'created_at', 'updated_at', ...(columns as readonly unknown[] as 'id'[])])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw refuse('not_found')
    return row as Kept & Values
  }

  return {
    /** @returns the id. @throws `taken` */
    create: (ctx: Context, values: Values): Promise<string> =>
      transact(ctx, async tx => {
        const id = newId()
        const now = tx.now()
        await db(tx)
          .insertInto(rows)
          .values({ id, ...values, version: 1, created_at: now, updated_at: now })
          .execute()
          .catch(orTaken)
        await writeAuditLog(tx, { action: 'made', subject: subjectOf(id, values), after: logged(values) })
        publish(tx)
        return id
      }),

    /** @throws not_found; `taken`; version_conflict with the stored values, their version, and who changed them when. */
    change: (ctx: Context, { id, version, ...values }: Values & { id: string; version?: number | undefined }) =>
      transact(ctx, async tx => {
        const next = values as unknown as Values
        const before = await locked(tx, id)
        if (version !== undefined && version !== before.version) {
          const { created_at, updated_at, ...stored } = before
          const editor = await readLastEditor(tx, subject, id)
          throw refuse('version_conflict', { ...stored, at: updated_at.toISOString(), ...editor })
        }
        if (columns.every(name => before[name] === next[name])) return
        await db(tx)
          .updateTable(rows)
          .set({ ...next, version: before.version + 1, updated_at: tx.now() })
          .where('id', '=', id)
          .execute()
          .catch(orTaken)
        const entry = { action: 'changed', subject: subjectOf(id, next), before: logged(before), after: logged(next) }
        await writeAuditLog(tx, entry)
        publish(tx)
      }),

    /** @throws not_found */
    delete: (ctx: Context, id: string): Promise<void> =>
      transact(ctx, async tx => {
        const before = await locked(tx, id)
        await db(tx).deleteFrom(rows).where('id', '=', id).execute()
        await writeAuditLog(tx, { action: 'deleted', subject: subjectOf(id, before), before: logged(before) })
        publish(tx)
      }),
  }
}
