import type { Tier } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { type Board, listOf, oddsAfter } from './claim/picking.ts'

type ChoiceBarProps = {
  board: Board
  chosen: ReadonlySet<number>
  credits: number
  tier: Tier
  moving: number | null
  isBusy: boolean
  onSubmit: () => void
  onClear: () => void
}

/** The choice, its cost, the remaining credits and the resulting odds: "3 slots · 3 Bronze · 2 left after · odds now 3 in 87". */
export function ChoiceBar(props: ChoiceBarProps) {
  const { board, chosen, credits, tier, moving, isBusy, onSubmit, onClear } = props
  const odds = oddsAfter(board, chosen.size)
  const sorted = [...chosen].sort((a, b) => a - b)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p aria-live="polite" className="figure min-h-7 text-lg">
        {moving !== null ? (
          <>
            Slot {moving} → {sorted[0] ?? 'choose a free slot'}
          </>
        ) : (
          <>
            <strong className="font-semibold text-signal">
              {chosen.size} {chosen.size === 1 ? 'slot' : 'slots'}
            </strong>
            {` · ${chosen.size} ${tier} · ${credits - chosen.size} left after`}
            {odds.own > 0 && ` · odds now ${odds.own} in ${odds.all}`}
          </>
        )}
        {chosen.size > 0 && <span className="sr-only">: {listOf(sorted)}</span>}
      </p>
      <div className="flex gap-2 max-sm:w-full">
        {(chosen.size > 0 || moving !== null) && (
          <Button variant="quiet" onClick={onClear}>
            Clear
          </Button>
        )}
        <Button busy={isBusy} busyText="Reserving..." onClick={onSubmit} className="max-sm:flex-1">
          {moving === null ? 'Enter giveaway' : 'Swap slot'}
        </Button>
      </div>
    </div>
  )
}
