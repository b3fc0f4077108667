import { useMutation } from '@tanstack/react-query'
import { bundlePathOf, checkHere } from '#features/giveaways/entries/receipts/check-here.ts'
import { useOwnEvidence } from '#features/giveaways/entries/receipts/use-own-evidence.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import type { DrawProof } from '../../contract.ts'
import { ReadVerifierFiles } from '../../fairness/verifier-files.tsx'
import { VerdictHere } from './verdict.tsx'

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4'

/** `outcome`: whether the reader was in and won, if the reader has an entry. */
type CheckProps = { proof: DrawProof; outcome: string }

/** Checks a draw here, and offers all that a check without the shop takes. */
export function Check({ proof, outcome }: CheckProps) {
  const { giveawayId, areAllOurs } = proof
  const found = useOwnEvidence(giveawayId)
  const receipts = found?.evidence.map(({ claim: { slots, ...receipt } }) => receipt) ?? []
  const check = useMutation({ mutationFn: () => checkHere(giveawayId, receipts) })
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button variant="secondary" icon="shield" mutation={check} busyText="Checking...">
          Check here
        </Button>
        <a className={LINK} href={bundlePathOf(giveawayId)} download={`draw-${giveawayId}.json`}>
          Download everything
        </a>
      </div>
      <div role="status" className="w-full">
        {check.isError && <Notice kind="danger">{check.error.message}</Notice>}
        {check.data && <VerdictHere checked={check.data} areAllOurs={areAllOurs} outcome={outcome} />}
      </div>
      <div>
        <h3 className="mb-1 text-xl">Check without us</h3>
        <p className="mb-3 max-w-prose text-muted">
          Download everything and one of these files. Give it the download and the receipt that you saved: it says
          whether you were in and who wins. It needs no network and none of our servers, today or in ten years.
        </p>
        <ReadVerifierFiles />
      </div>
    </div>
  )
}
