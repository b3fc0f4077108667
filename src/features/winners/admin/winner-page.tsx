import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { TrackingLink } from '#features/orders/fulfilment/web/tracking-link.tsx'
import { AddressLines } from '#features/orders/history/web/address-lines.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import type { WinnerDetail } from '../contract.ts'
import { WinnerActions } from './acts/winner-actions.tsx'
import { DrawnOrder } from './drawn-order.tsx'
import { winnerKey, winnersClient } from './lists/winners-client.ts'
import { Messages } from './messages.tsx'
import { Papers } from './papers.tsx'
import { StateBadge } from './state-badge.tsx'
import { WhatNext } from './what-next.tsx'

type Props = { id: string; back: To; linkTo: (winnerId: string) => To }

/** One winner with all details and actions. @param back link to the list. */
export function WinnerPage({ id, back, linkTo }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: winnerKey(id),
    queryFn: () => call(winnersClient()[':id'].$get({ param: { id } })),
  })
  return (
    <div className="flex flex-col gap-6">
      <ButtonLink to={back} variant="quiet" size="sm" icon="chevron-left" className="self-start">
        All winners
      </ButtonLink>
      {error ? (
        <FailedState title="Failed to load the winner" onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </FailedState>
      ) : data ? (
        <Details winner={data} linkTo={linkTo} />
      ) : (
        <SkeletonText lines={14} className="py-4" />
      )}
    </div>
  )
}

function Details({ winner, linkTo }: { winner: WinnerDetail; linkTo: Props['linkTo'] }) {
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h3 className="text-2xl wrap-anywhere">
            {winner.name}, slot {winner.slotNumber}
          </h3>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
            <StateBadge state={winner.state} />
            <TextLink to={`/giveaways/${winner.giveawayId}#result`}>{winner.giveaway.title}</TextLink>
            <span className="text-muted">Value {formatMoney(toCents(winner.giveaway.value), 'short')}</span>
          </p>
        </div>
        <WinnerActions winner={winner} />
      </header>
      <WhatNext winner={winner} />
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {winner.papers.length > 0 && (
            <Part title="Papers">
              <Papers winner={winner} />
            </Part>
          )}
          <Part title="Messages">
            <Messages winner={winner} />
          </Part>
          <Part title="Drawn order">
            <DrawnOrder winner={winner} linkTo={linkTo} />
          </Part>
          <AuditHistory type="winner" id={winner.id} />
        </div>
        <Facts winner={winner} />
      </div>
    </>
  )
}

function Facts({ winner }: { winner: WinnerDetail }) {
  const moments = [
    ['Drawn or came up', winner.selectedAt],
    ['Notified', winner.notifiedAt],
    ['To answer by', winner.state === 'notified' ? winner.answerBy : null],
    ['Answered', winner.answeredAt],
    ['Shipped', winner.shippedAt],
    ['Done', winner.doneAt],
  ] as const
  return (
    // First on phones, so that the winner's identity is on top.
    <div className="order-first flex min-w-0 flex-col gap-8 lg:order-none">
      <Part title="Winner">
        <p className="wrap-anywhere">{winner.email}</p>
        {winner.phone && <p>{winner.phone}</p>}
        {winner.userId === null && <p className="text-muted text-sm">Entered by mail, without an account.</p>}
      </Part>
      <Part title="Ship to">
        {winner.shipTo ? <AddressLines address={winner.shipTo} /> : <p className="text-muted">No address yet.</p>}
        {winner.carrier && (
          <p className="mt-2">
            <TrackingLink carrier={winner.carrier} trackingNumber={winner.trackingNumber} url={winner.trackingUrl} />
          </p>
        )}
      </Part>
      <Part title="When">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          {moments.map(
            ([name, at]) =>
              at && (
                <div key={name} className="contents">
                  <dt className="text-muted">{name}</dt>
                  <dd>{formatMoment(new Date(at))}</dd>
                </div>
              ),
          )}
        </dl>
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h3 className="label mb-3 border-line border-b pb-2 text-muted">{title}</h3>
    {children}
  </section>
)
