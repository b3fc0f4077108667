import type { DataContext } from '#kernel/context.ts'
import type { PromotionFacts } from '../due-dates.ts'

type Row = {
  value_cents: number
  eligible_states: readonly string[]
  early_access_at: Date
  closed_reason: string | null
}

/** The facts of a stored giveaway that its duties follow from. */
export const promotionFacts = ({ settings }: DataContext, row: Row, drawAt: Date | null): PromotionFacts => ({
  valueCents: row.value_cents,
  eligibleStates: row.eligible_states,
  retailStates: settings.retail.states,
  beginsAt: row.early_access_at,
  drawAt,
  isCancelled: row.closed_reason === 'cancelled',
})
