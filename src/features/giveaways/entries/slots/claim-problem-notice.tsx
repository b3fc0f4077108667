import type { Tier } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { ClaimProblem } from './claim/claim-problem.ts'
import { listOf } from './claim/picking.ts'

type ClaimProblemNoticeProps = {
  problem: ClaimProblem | null
  /** Chosen slots that other shoppers took first, and the nearest free slots. */
  lost: readonly number[]
  instead: readonly number[]
  tier: Tier
  onTake: (slots: readonly number[]) => void
}

/** The problem and the next step: complete the address, earn credits, or take the nearest free slots. */
export function ClaimProblemNotice({ problem, lost, instead, tier, onTake }: ClaimProblemNoticeProps) {
  if (!problem && lost.length === 0) return null
  const nearest = problem ? problem.nearest : instead
  return (
    <Notice kind={problem ? 'danger' : 'warning'} live>
      <p>{problem?.message ?? `Slot(s) ${lost.join(', ')} are not available`}</p>
      {problem && problem.lost.length > 0 && <p>The rest of your choice is kept, and no credit was spent.</p>}
      {nearest.length > 0 && (
        <Button variant="secondary" size="sm" onClick={() => onTake(nearest)} className="mt-2">
          Take {listOf(nearest)} instead
        </Button>
      )}
      {problem?.needsAddress && (
        <p>
          <TextLink to="/dashboard?tab=profile">Update your shipping address</TextLink>
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
