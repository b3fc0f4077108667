import type { Tier } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { oddsInWords } from '../../giveaway/rules.ts'
import { listOf, oddsAfter } from './claim/picking.ts'
import type { useChoice } from './claim/use-choice.ts'

export type Choice = ReturnType<typeof useChoice>

type ChoiceBarProps = {
  choice: Choice
  credits: number
  tier: Tier
  /** The slots would be entries of staff. */
  isStaff: boolean
}

/** The choice, its cost, the remaining credits and the resulting odds: "3 slots · 3 Bronze · 2 left after · odds now 3 in 87". */
export function ChoiceBar({ choice, credits, tier, isStaff }: ChoiceBarProps) {
  const { board, chosen, moving, target } = choice
  const odds = oddsInWords(oddsAfter(board, chosen.size, isStaff))
  const sorted = [...chosen].sort((a, b) => a - b)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p aria-live="polite" className="figure min-h-7 text-lg">
        {moving !== null ? (
          <>
            Slot {moving} → {target ?? 'choose a free slot'}
            {chosen.size > 0 && ` · ${chosen.size} chosen ${chosen.size === 1 ? 'slot stays' : 'slots stay'}`}
          </>
        ) : (
          <>
            <strong className="font-semibold text-signal">
              {chosen.size} {chosen.size === 1 ? 'slot' : 'slots'}
            </strong>
            {` · ${chosen.size} ${tier} · ${credits - chosen.size} left after`}
            {odds && (
              <>
                {' · '}
                <span className="whitespace-nowrap">odds now {odds}</span>
              </>
            )}
          </>
        )}
        {chosen.size > 0 && <span className="sr-only">: {listOf(sorted)}</span>}
      </p>
      <div className="flex gap-2 max-sm:w-full">
        {(chosen.size > 0 || moving !== null) && (
          <Button variant="quiet" onClick={choice.clear}>
            {moving === null ? 'Clear' : 'Do not swap'}
          </Button>
        )}
        <Button busy={choice.isBusy} busyText="Reserving..." onClick={choice.submit} className="max-sm:flex-1">
          {moving === null ? 'Enter giveaway' : 'Swap slot'}
        </Button>
      </div>
    </div>
  )
}

type ClaimProblemProps = {
  choice: Choice
  tier: Tier
  /** Link to the address form, which comes back here. */
  addressTo: string
}

/** The problem and the next step: complete the address, earn credits, or take the nearest free slots. */
export function ClaimProblemNotice({ choice, tier, addressTo }: ClaimProblemProps) {
  const { problem, lost, instead } = choice
  if (!problem && lost.length === 0) return null
  const nearest = problem ? problem.nearest : instead
  return (
    <Notice kind={problem ? 'danger' : 'warning'} live>
      <p>{problem?.message ?? `Slot(s) ${lost.join(', ')} are not available`}</p>
      {problem && problem.lost.length > 0 && <p>The rest of your choice is kept, and no credit was spent.</p>}
      {nearest.length > 0 && (
        <Button variant="secondary" size="sm" onClick={() => choice.add(nearest)} className="mt-2">
          Take {listOf(nearest)} instead
        </Button>
      )}
      {problem?.needsAddress && (
        <p>
          <TextLink to={addressTo}>Update your shipping address</TextLink>
        </p>
      )}
      {problem?.needsCredits && (
        <p>
          <TextLink to={`/store?tier=${tier}`}>See {tier} products</TextLink>
        </p>
      )}
    </Notice>
  )
}
