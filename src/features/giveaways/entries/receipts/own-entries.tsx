import { useMutation, useQuery } from '@tanstack/react-query'
import { useSession } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { giveawaysClient } from '../../catalogue/web/giveaways-client.ts'
import type { MyEntries } from '../contract.ts'
import { keptClaimsOf } from './kept-receipts.ts'
import { type Evidence, evidenceOf, type Proven, proveEntries } from './prove-entries.ts'
import { saveReceipt } from './receipt-file.ts'

type OwnEntriesProps = { giveaway: { id: string; slug: string }; isSealed: boolean }

/** "Your entries" on a giveaway's page: receipts to save, and the proof that they are in. Nothing for visitors without an entry. */
export function OwnEntries({ giveaway, isSealed }: OwnEntriesProps) {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['my', 'entries', 'of', giveaway.id],
    queryFn: () => call(giveawaysClient().my.entries.$get({ query: { giveawayId: giveaway.id } })),
    enabled: user !== undefined,
  })
  if (!user || !data || data.entries.length === 0) return null
  const evidence = evidenceOf(data, keptClaimsOf(user.id, giveaway.id))
  if (evidence.length === 0) return null
  return (
    <section aria-labelledby="your-entries" className="flex flex-col gap-5">
      <SectionHeading id="your-entries">Your entries</SectionHeading>
      <p className="max-w-prose text-muted">
        The shop signed a receipt for each of your entries. Save it: it shows for years that you were in, without us.{' '}
        <TextLink to="/fair">What a receipt proves</TextLink>
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
            <Button variant="secondary" onClick={() => saveReceipt(giveaway.slug, claim)}>
              Save my receipt
            </Button>
          </li>
        ))}
      </ul>
      <Prove giveawayId={giveaway.id} evidence={evidence} own={data} isSealed={isSealed} />
    </section>
  )
}

type ProveProps = { giveawayId: string; evidence: Evidence[]; own: MyEntries; isSealed: boolean }

function Prove({ giveawayId, evidence, own, isSealed }: ProveProps) {
  const prove = useMutation({ mutationFn: () => proveEntries(giveawayId, evidence, own, isSealed) })
  return (
    <div className="flex flex-col items-start gap-4">
      <Button icon="shield" busy={prove.isPending} busyText="Checking..." onClick={() => prove.mutate()}>
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

const Answer = ({ proven: { slots, ok, waits, sentence } }: { proven: Proven }) => (
  <li className="flex flex-wrap items-center gap-3">
    {ok ? (
      <Badge tone="success" icon="check">
        Proven
      </Badge>
    ) : waits ? (
      <Badge icon="clock">Not yet</Badge>
    ) : (
      <Badge tone="warning" icon="close">
        Not proven
      </Badge>
    )}
    <span>
      <span className="figure font-semibold">{slots.join(', ')}</span> {sentence}
    </span>
  </li>
)
