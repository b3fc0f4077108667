import { sql } from 'kysely'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { type Day, shopDayOf } from '#kernel/values/shop-day.ts'
import { refusals } from '#platform/errors.ts'
import { type LockedGiveaway, lockedGiveaway, subjectOf } from '../../giveaway/commands/locked-giveaway.server.ts'
import { OBLIGATION_ERRORS } from '../../giveaway/errors/obligation-errors.ts'
import { readCurrentRules } from '../../official-rules/queries/current-rules.server.ts'
import { dutiesOf } from '../due-dates.ts'
import { DUTIES, type Duty, TABLE_VERSION } from '../duties.ts'
import { dutyFacts } from '../queries/duty-facts.server.ts'
import { readFinishedDuties } from '../queries/finished-duties.server.ts'
import { requireDuties } from './require-duties.server.ts'

const refuse = refusals(OBLIGATION_ERRORS)

type Which = { giveawayId: string; duty: string }
type File = { key: string; name: string; type: string }

/** Records that a duty was done: by its reference, a file, or both. @throws obligation_done_in_future and as `finish` does. */
export async function markDutyDone(
  ctx: Context,
  {
    doneOn = shopDayOf(ctx.now()),
    ...input
  }: Which & { doneOn?: Day | undefined; reference?: string | undefined; file?: File },
): Promise<void> {
  if (doneOn > shopDayOf(ctx.now())) throw refuse('obligation_done_in_future')
  const { reference: note = null, file = null } = input
  await transact(ctx, tx => finish(tx, input, { state: 'done', note, file, doneOn }))
}

/** An owner sets a duty aside with a reason. @throws as `finish` does. */
export const overrideDuty = (ctx: Context, { reason, ...which }: Which & { reason: string }): Promise<void> =>
  transact(ctx, tx => finish(tx, which, { state: 'overridden', note: reason, file: null, doneOn: null }))

type Row = { state: 'done' | 'overridden'; note: string | null; file: File | null; doneOn: Day | null }

/** @throws obligation_not_found; obligation_finished unless the duty is open, or was finished for other terms. */
async function finish(tx: TransactionContext, { giveawayId, duty: id }: Which, row: Row): Promise<void> {
  const giveaway = await lockedGiveaway(tx, giveawayId)
  const { duty, facts } = dutyOf(tx, giveaway, id)
  const { file, note } = row
  const rules = await readCurrentRules(tx, giveaway)
  const rulesHash = row.state === 'done' && duty.filesRules ? rules.hash : null
  // An owner can also set a filing aside whose rules changed.
  const areOtherRules = sql<boolean>`o.rules_hash <> ${rules.hash}`
  const { rows } = await sql<{ duty: string }>`
    insert into obligation as o (giveaway_id, duty, state, note, done_on, file_key, file_name, file_type, table_version, value_cents,
      begins_at, by_id, at, rules_hash)
    values (${giveawayId}, ${id}, ${row.state}, ${note}, ${row.doneOn}, ${file?.key ?? null}, ${file?.name ?? null}, ${file?.type ?? null},
      ${TABLE_VERSION}, ${facts.valueCents}, ${facts.beginsAt}, ${tx.actor?.userId ?? null}, ${tx.now()}, ${rulesHash})
    on conflict (giveaway_id, duty) do update set state = excluded.state, note = excluded.note, done_on = excluded.done_on,
      file_key = excluded.file_key, file_name = excluded.file_name, file_type = excluded.file_type,
      table_version = excluded.table_version, value_cents = excluded.value_cents, begins_at = excluded.begins_at,
      by_id = excluded.by_id, at = excluded.at, rules_hash = excluded.rules_hash
      where o.value_cents < excluded.value_cents or o.begins_at > excluded.begins_at or ${areOtherRules}
    returning duty`.execute(tx.db)
  if (rows.length === 0) throw refuse('obligation_finished')
  await writeAuditLog(tx, {
    action: row.state === 'done' ? 'did a duty' : 'set a duty aside',
    subject: subjectOf(giveaway),
    after: {
      duty: id,
      task: `${duty.jurisdiction}: ${duty.task}`,
      doneOn: row.doneOn,
      file: file?.name ?? null,
      rulesHash,
    },
    reason: note,
  })
}

/** The giveaway is locked, so that its terms and its duties cannot part. @throws obligation_not_found */
function dutyOf(tx: TransactionContext, giveaway: LockedGiveaway, id: string) {
  // The day of the draw only dates a duty. A task can be done before it is known.
  const facts = dutyFacts(tx, giveaway, giveaway.drawn_at)
  const duty: Duty | undefined = dutiesOf(facts).find(one => one.id === id)
  if (!duty) throw refuse('obligation_not_found')
  return { duty, facts }
}

const isBeforeStart = (id: string) => DUTIES.some(duty => duty.id === id && duty.due.rule === 'before')

/**
 * Opens a finished duty again. Its file stays in the storage, because the audit log names it. A public giveaway keeps what its publication
 * rested on.
 * @throws obligation_not_finished, obligations_open
 */
export const undoDuty = (ctx: Context, { giveawayId, duty }: Which): Promise<void> =>
  transact(ctx, async tx => {
    const giveaway = await lockedGiveaway(tx, giveawayId)
    const before = (await readFinishedDuties(tx, giveawayId)).get(duty)
    if (!before) throw refuse('obligation_not_finished')
    await tx.db.deleteFrom('obligation').where('giveaway_id', '=', giveawayId).where('duty', '=', duty).execute()
    // A filing that changed rules opened again does not hold a duty after the draw.
    if (giveaway.published_at && isBeforeStart(duty)) await requireDuties(tx, giveaway)
    const { state, doneOn, fileName } = before
    await writeAuditLog(tx, {
      action: 'opened a duty again',
      subject: subjectOf(giveaway),
      before: { duty, state, doneOn, file: fileName },
      reason: before.note,
    })
  })
