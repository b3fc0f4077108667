import { readNames } from '#features/identity/user/queries.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { drawDateOf, giveawayRows } from '../../giveaway/queries/giveaway-row.server.ts'
import { readCurrentRules } from '../../official-rules/queries/current-rules.server.ts'
import { NO_LAWYER, type Obligation, type Obligations } from '../contract.ts'
import { blockInWords, blockOf, type DutyFacts, dueDayOf, dutiesOf, filedRulesInWords, statusOf } from '../due-dates.ts'
import { type Duty, TABLE_VERSION } from '../duties.ts'
import { dutyFacts } from './duty-facts.server.ts'
import { readFinishedDuties, type StoredDuty } from './finished-duties.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** The legal duties of a giveaway with their dates and what staff did of them, by due date. */
export async function readObligations(ctx: Context, giveawayId: string): Promise<Obligations> {
  const row = await giveawayRows(ctx).where('g.id', '=', giveawayId).executeTakeFirst()
  if (!row) throw refuse('giveaway_not_found')
  const rules = await readCurrentRules(ctx, row)
  const facts = { ...dutyFacts(ctx, row, drawDateOf(ctx, row)), rules }
  const finished = await readFinishedDuties(ctx, giveawayId)
  const names = await readNames(
    ctx,
    [...finished.values()].flatMap(({ byId }) => byId ?? []),
  )
  const obligations = dutiesOf(facts).map(duty => shown(duty, finished.get(duty.id), { facts, names, now: ctx.now() }))
  // A stable sort: duties of one day stay in the order of the table.
  obligations.sort((one, other) => (one.dueOn ?? '9999').localeCompare(other.dueOn ?? '9999'))
  return { notice: NO_LAWYER, version: TABLE_VERSION, obligations }
}

type Among = { facts: DutyFacts; names: Map<string, string>; now: Date }

function shown(duty: Duty, finished: StoredDuty | undefined, { facts, names, now }: Among): Obligation {
  const { id, jurisdiction, task, due, source } = duty
  const dueOn = dueDayOf(due, facts)
  const block = blockOf(duty, finished, facts, now)
  return {
    duty: id,
    jurisdiction,
    task,
    isBeforeStart: due.rule === 'before',
    dueOn,
    status: statusOf(dueOn, finished, facts, now),
    block: block && blockInWords(block, now),
    otherRules: filedRulesInWords(finished, facts),
    source: { ...source, caveat: source.caveat ?? null },
    finished: finished
      ? {
          at: finished.at.toISOString(),
          by: (finished.byId && names.get(finished.byId)) ?? null,
          doneOn: finished.doneOn,
          note: finished.note,
          file: finished.fileName ? { name: finished.fileName, type: finished.fileType! } : null,
          version: finished.version,
          value: toDollars(finished.valueCents),
        }
      : null,
  }
}
