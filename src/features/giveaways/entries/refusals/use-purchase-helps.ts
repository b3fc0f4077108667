import { creditsOf, useCredits } from '#features/credits/use-credits.ts'
import type { PageGiveaway } from '../../giveaway/web/load-giveaway.ts'
import { useBoard } from '../../giveaway/web/use-board.ts'
import { boardOf, boardRefusal } from '../slots/claim/picking.ts'

/**
 * For screens that offer products to a signed-in user: false for a user whom the giveaway refuses in any case, so that a purchase would give no
 * entry. True until the slots and the credits are read.
 */
export function usePurchaseHelps(giveaway: PageGiveaway): boolean {
  const { tier, entryLimit } = giveaway
  const board = useBoard(giveaway)
  const { data: credits } = useCredits()
  if (!board?.mine || !credits) return true
  const refusal = boardRefusal(boardOf(board), { tier, entryLimit, credits: creditsOf(credits, tier) }, 1)
  return refusal === null || refusal.code === 'credit_needed'
}
