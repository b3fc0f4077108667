import { formatCount } from '#platform/values/format-count.ts'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import type { CardGiveaway } from '../card-giveaway.ts'
import { type Odds, oddsInWords } from '../rules.ts'

type Slots = { giveaway: Pick<CardGiveaway, 'totalSlots' | 'availableSlots'> }

/** The number of free slots, equal for all in the list and on the giveaway's page. Which ones are free is for signed-in users. */
export const SlotsLeft = ({ giveaway }: Slots) => (
  <div className="flex min-h-16 flex-col justify-end gap-2">
    <p>
      <span className="figure font-semibold text-3xl">{formatCount(giveaway.availableSlots)}</span>{' '}
      <span className="text-muted">of {formatCount(giveaway.totalSlots)} slots left</span>
    </p>
    <TakenBar giveaway={giveaway} />
  </div>
)

/** The taken slots of a giveaway that is over, which everyone may see. */
export const SlotsTaken = ({ giveaway }: Slots) => (
  <div className="flex flex-col gap-2">
    <p>
      <span className="figure font-semibold text-3xl">
        {formatCount(giveaway.totalSlots - giveaway.availableSlots)}
      </span>{' '}
      <span className="text-muted">of {formatCount(giveaway.totalSlots)} slots taken</span>
    </p>
    <TakenBar giveaway={giveaway} />
  </div>
)

function TakenBar({ giveaway }: Slots) {
  const taken = giveaway.totalSlots - giveaway.availableSlots
  const text = `${formatCount(taken)} of ${formatCount(giveaway.totalSlots)} slots taken`
  return <ProgressBar label="Slots taken" value={taken} max={giveaway.totalSlots} text={text} />
}

/** The user's odds in a draw that would happen now; nothing without an entry in it. */
export function OwnOdds({ odds }: { odds: Odds }) {
  const words = oddsInWords(odds)
  return (
    words && (
      <p className="text-sm">
        <span className="text-muted">Your odds now:</span> <span className="figure font-semibold">{words}</span>
      </p>
    )
  )
}
