import { type Selectable, sql } from 'kysely'
import { readLastEditor } from '#features/audit-log/queries.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import type { Giveaway } from '#platform/db/tables.ts'
import { refusals, refuse as refuseCommon } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../contract.ts'
import { GIVEAWAY } from '../giveaway-fields.ts'
import { GIVEAWAY_COLUMNS_OF_G } from '../queries/giveaway-row.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

export type LockedGiveaway = Selectable<Giveaway> & { drawn_at: Date | null; is_frozen: boolean }

/**
 * Locks a giveaway exclusively until the caller's transaction ends, so that no other transaction enters, closes or draws it.
 * @param version the version that the caller read; unchecked when omitted.
 * @throws giveaway_not_found, also for a deleted giveaway; version_conflict for a stale version.
 */
export async function lockedGiveaway(tx: TransactionContext, id: string, version?: number): Promise<LockedGiveaway> {
  await sql`select pg_advisory_xact_lock(giveaway_lock(${id}))`.execute(tx.db)
  const giveaway = await tx.db
    .selectFrom('giveaway as g')
    .leftJoin('draw as d', 'd.giveaway_id', 'g.id')
    .select(GIVEAWAY_COLUMNS_OF_G)
    .select('d.drawn_at')
    .select(sql<boolean>`is_list_final(g.id)`.as('is_frozen'))
    .where('g.id', '=', id)
    .where('g.archived_at', 'is', null)
    .executeTakeFirst()
  if (!giveaway) throw refuse('giveaway_not_found')
  if (version !== undefined && version !== giveaway.version)
    throw refuseCommon('version_conflict', {
      version: giveaway.version,
      at: giveaway.updated_at.toISOString(),
      ...(await readLastEditor(tx, 'giveaway', id)),
    })
  return giveaway
}

/** `lockedGiveaway` for a giveaway whose list is not frozen. @throws already_drawn, already_frozen */
export async function lockedUnfrozen(tx: TransactionContext, id: string, version?: number): Promise<LockedGiveaway> {
  const giveaway = await lockedGiveaway(tx, id, version)
  if (giveaway.drawn_at) throw refuse('already_drawn')
  if (giveaway.is_frozen) throw refuse('already_frozen')
  return giveaway
}

/** When the giveaway closed, or null while it is open. An end that has passed counts before the worker closes the giveaway. */
export const closedAtOf = (giveaway: Pick<LockedGiveaway, 'closed_at' | 'ends_at'>, now: Date): Date | null =>
  giveaway.closed_at ?? (giveaway.ends_at && giveaway.ends_at <= now ? giveaway.ends_at : null)

type Row = Selectable<Giveaway>

/** A giveaway's values for the audit log, under their API names. */
export const valuesOf = (row: Row) => ({ ...GIVEAWAY.valuesOfRow(row), isDraft: row.published_at === null })

/** The audit log subject of a giveaway. */
export const subjectOf = ({ id, title }: Pick<Row, 'id' | 'title'>) => ({
  type: 'giveaway' as const,
  id,
  label: title,
})
