import { useMutation } from '@tanstack/react-query'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { LocalMoment } from '../../giveaway/web/local-moment.tsx'
import type { MyEntries } from '../contract.ts'
import { type Evidence, type Proven, proveEntries } from './prove-entries.ts'
import { saveReceipt } from './receipt-file.ts'
import { useOwnEvidence } from './use-own-evidence.ts'

type OwnEntriesProps = { giveaway: { id: string; slug: string }; isSealed: boolean }

/** "Your entries" on a giveaway's page: receipts to save, and the proof that they are in. Nothing for visitors without an entry. */
export function OwnEntries({ giveaway, isSealed }: OwnEntriesProps) {
  const found = useOwnEvidence(giveaway.id)
  const { brand } = useSettings()
  if (!found || found.own.entries.length === 0 || found.evidence.length === 0) return null
  const { own, evidence } = found
  return (
    <section aria-labelledby="your-entries" className="flex flex-col gap-5">
      <SectionHeading id="your-entries">Your entries</SectionHeading>
      <p className="max-w-prose text-muted">
        The shop signed a receipt for each of your entries. Save it: with the file of the draw, which is here after the
        draw, it shows for years that you were in, without us. <TextLink to="/fair">What a receipt proves</TextLink>
      </p>
      <ul className="flex max-w-4xl flex-col divide-y divide-line border-line border-y">
        {evidence.map(({ claim, isKept }) => (
          <li key={claim.receipt} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
            <span className="figure font-semibold text-lg">
              {claim.slots.length === 1 ? 'Slot' : 'Slots'} {claim.slots.join(', ')}
            </span>
            <span className="text-muted text-sm">
              {isKept ? 'Receipt kept in this browser' : 'Receipt from the shop'}
            </span>
            <Button variant="secondary" onClick={() => saveReceipt(brand, giveaway.slug, claim)}>
              Save my receipt
            </Button>
          </li>
        ))}
      </ul>
      <Prove giveawayId={giveaway.id} evidence={evidence} own={own} isSealed={isSealed} />
    </section>
  )
}

type ProveProps = { giveawayId: string; evidence: Evidence[]; own: MyEntries; isSealed: boolean }

function Prove({ giveawayId, evidence, own, isSealed }: ProveProps) {
  const prove = useMutation({ mutationFn: () => proveEntries(giveawayId, evidence, own, isSealed) })
  return (
    <div className="flex flex-col items-start gap-4">
      <Button icon="shield" mutation={prove} busyText="Checking...">
        Prove that I am in
      </Button>
      <div role="status" className="w-full">
        {prove.isError && <Notice kind="danger">{prove.error.message}</Notice>}
        {prove.data && (
          <ul className="flex flex-col gap-2">
            {prove.data.map(proven => (
              <Answer key={proven.slots.join()} proven={proven} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

export const Answer = ({ proven: { slots, ok, by, sentence } }: { proven: Proven }) => (
  <li className="flex flex-wrap items-center gap-3">
    {ok ? (
      <Badge tone="success" icon="check">
        Proven
      </Badge>
    ) : by ? (
      <Badge icon="clock">Not yet</Badge>
    ) : (
      <Badge tone="warning" icon="close">
        Not proven
      </Badge>
    )}
    <span>
      <span className="figure font-semibold">{slots.join(', ')}</span> {sentence}
      {by && (
        <>
          {' '}
          The proof is there by <LocalMoment at={new Date(by).toISOString()} />, as the shop signed in your receipt.
        </>
      )}
    </span>
  </li>
)
