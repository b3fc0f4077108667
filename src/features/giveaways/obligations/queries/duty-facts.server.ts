import { countedValueOf } from '#features/draw-log/rules.ts'
import type { DataContext } from '#kernel/context.ts'
import { zoneOfGiveaway } from '../../giveaway/rules.ts'
import type { DutyFacts } from '../due-dates.ts'

type Row = {
  value_cents: number
  highest_value_cents: number | null
  eligible_states: readonly string[]
  widest_states: readonly string[] | null
  early_access_at: Date
  closed_reason: string | null
  published_at: Date | null
}

/** The facts of a stored giveaway that its duties follow from. */
export const dutyFacts = ({ settings, now }: DataContext, row: Row, drawAt: Date | null): DutyFacts => ({
  valueCents: countedValueOf(row),
  eligibleStates: row.eligible_states,
  widestStates: row.widest_states ?? row.eligible_states,
  retailStates: settings.retail.states,
  beginsAt: row.early_access_at,
  drawAt,
  timeZone: zoneOfGiveaway(row, now()),
  isCancelled: row.closed_reason === 'cancelled',
})
