import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { atFirstCall } from '#platform/values/at-first-call.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { freeEntryClient } from '../../cards/web/free-entry-client.ts'
import type { Parity } from '../contract.ts'

const share = atFirstCall(() => new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 2 }))

/** Bought and free entries side by side, and what a simulation of the draw gave. Read when it is opened. */
export function ParityDetails({ giveawayId }: { giveawayId: string }) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    queryKey: ['giveaways', 'parity', giveawayId],
    queryFn: () => call(freeEntryClient().giveaways[':id'].parity.$get({ param: { id: giveawayId } })),
    enabled: isOpen,
  })
  return (
    <details className="mt-2 max-w-4xl" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center">Bought and free entries have equal odds</summary>
      {isOpen && (
        <QueryBody query={query} loading={<SkeletonText lines={3} />}>
          {parity => <Figures parity={parity} />}
        </QueryBody>
      )}
    </details>
  )
}

function Figures({ parity: { bought, free, entriesEach, simulation } }: { parity: Parity }) {
  const all = bought + free
  return (
    <div className="flex flex-col gap-2 py-2 text-sm">
      <p>
        In the draw now: {formatCount(bought)} bought and {formatCount(free)} free
        {all > 0 && `. Each has one chance in ${formatCount(all)}`}.
      </p>
      <p>
        The cheapest purchase gives {entriesEach === 1 ? '1 entry' : `${entriesEach} entries`}, and so does a free entry
        by mail or online.
      </p>
      {simulation && <Outcome simulation={simulation} />}
    </div>
  )
}

function Outcome({ simulation }: { simulation: NonNullable<Parity['simulation']> }) {
  const { bought, free, draws, boughtWins, freeWins, at } = simulation
  return (
    <p>
      {formatCount(draws)} simulated draws of {formatCount(bought)} bought and {formatCount(free)} free entries,{' '}
      {formatMoment(new Date(at))}: a bought entry won {share().format(boughtWins / draws)} (by count{' '}
      {share().format(bought / (bought + free))}), a free one {share().format(freeWins / draws)} (by count{' '}
      {share().format(free / (bought + free))}).
    </p>
  )
}
