import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { To } from 'react-router'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { PlaceWarning } from '#features/identity/shipping/web/address-question.tsx'
import { TrackingLink } from '#features/orders/order/web/tracking-link.tsx'
import { OpenProposals } from '#features/proposals/admin/open-proposals.tsx'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { AddressLines } from '#ui/data/address-lines.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/lazy.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { useNow } from '#ui/time/use-now.ts'
import type { WinnersApi } from '../admin-api.server.ts'
import type { WinnerDetail } from '../contract.ts'
import { SaveWinnersList } from '../papers/admin/save-winners-list.tsx'
import { type Action, FROM, TASK_WORDS } from '../rules.ts'
import { StateBadge, WinnerTable } from './lists/winner-table.tsx'
import { ADMIN_WINNERS, winnerKey, winnersClient } from './lists/winners-client.ts'
import { Messages } from './messages.tsx'
import { Papers } from './papers.tsx'
import { isPassProposed, Passes, WaitingProposal } from './pass/passes.tsx'

const WinnerDialog = lazy(async () => (await import('./winner-dialogs.tsx')).WinnerDialog)

type Props = { id: string; back: To; linkTo: (winnerId: string) => To }

/** One winner with all details and actions. @param back link to the list. */
export function WinnerPage({ id, back, linkTo }: Props) {
  const query = useQuery({
    queryKey: winnerKey(id),
    queryFn: () => call(winnersClient()[':id'].$get({ param: { id } })),
  })
  return (
    <div className="flex flex-col gap-6">
      <ButtonLink to={back} variant="quiet" size="sm" icon="chevron-left" className="self-start">
        All winners
      </ButtonLink>
      <QueryBody
        query={query}
        failed="Failed to load the winner"
        loading={<SkeletonText lines={14} className="py-4" />}
      >
        {found => <Details winner={found} linkTo={linkTo} />}
      </QueryBody>
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
      {isPassProposed(winner) ? <WaitingProposal winner={winner} /> : <WhatNext winner={winner} />}
      <WhyTwoPersons winner={winner} />
      <OpenProposals subjectType="winner" subjectId={winner.id} />
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
          {(winner.noticeProof || winner.passes.some(({ decision }) => decision)) && (
            <Part title="Passing on">
              <Passes winner={winner} />
            </Part>
          )}
          <Part title="Drawn order">
            <DrawnOrder winner={winner} linkTo={linkTo} />
          </Part>
          {['accepted', 'shipped', 'done'].includes(winner.state) && (
            <Part title="List of winners">
              <SaveWinnersList giveawayId={winner.giveawayId} />
            </Part>
          )}
          <AuditHistory type="winner" id={winner.id} />
        </div>
        <Facts winner={winner} />
      </div>
    </>
  )
}

/** Why one person cannot pass the prize on alone, while it can be passed on. */
function WhyTwoPersons({ winner: { whyTwoPersons, countedValue, state } }: { winner: WinnerDetail }) {
  if (!whyTwoPersons || !FROM['pass-on'].includes(state)) return null
  return (
    <p className="max-w-prose text-muted text-sm">
      {whyTwoPersons === 'value'
        ? `Two persons pass this prize on: its value was ${formatMoney(toCents(countedValue), 'short')} at its highest since the publication, which reaches the shop’s threshold.`
        : 'Another person passes this prize on after a silence: a member of staff disabled, signed out, changed or told this winner, so the silence may not be their own.'}
    </p>
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
        {winner.userId === null && <p className="text-muted text-sm">Entered free, without an account.</p>}
      </Part>
      <Part title="Ship to">
        {winner.shipTo && <PlaceWarning address={winner.shipTo} />}
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

const NOTICE_WORDS: Record<WinnerDetail['notice'], string> = {
  none: 'The e-mail is not written yet.',
  held: 'The account is disabled, so nothing was sent. Enable it, reach the winner another way, or pass the prize on.',
  waiting: 'The e-mail is on its way.',
  sent: 'The e-mail has left.',
  failed: 'The e-mail could not be delivered. Reach the winner another way, or try again.',
}

/** Who acts next, and by when. */
function WhatNext({ winner }: { winner: WinnerDetail }) {
  const now = useNow()
  const { state, task, taskDueAt, answerBy, endedReason } = winner
  if (task && taskDueAt) {
    const isOverdue = now !== null && +new Date(taskDueAt) < +now
    return (
      <Notice kind={isOverdue ? 'danger' : 'warning'} title={`${TASK_WORDS[task]} by ${formatShopDay(taskDueAt)}`}>
        {isOverdue && <p>This is overdue.</p>}
        {task === 'tell' && <p>{NOTICE_WORDS[winner.notice]}</p>}
        {endedReason && <p>{endedReason}</p>}
      </Notice>
    )
  }
  if (state === 'notified' && answerBy)
    return (
      <Notice title={`The winner answers by ${formatShopDay(answerBy)}`}>
        Reminders leave on days 3 and 6.{' '}
        {winner.takesTwoPersons
          ? 'Without an answer, passing on is proposed automatically, and a person confirms it.'
          : 'Without an answer the prize passes on automatically.'}
      </Notice>
    )
  if (endedReason)
    return (
      <Notice title={winner.doneAt ? 'Settled: no alternate was left' : 'Passed to the next of the drawn order'}>
        {endedReason}
      </Notice>
    )
  return null
}

type DrawnOrderProps = { winner: WinnerDetail; linkTo: (winnerId: string) => To }

/** All holders of the prize in the drawn order. */
function DrawnOrder({ winner, linkTo }: DrawnOrderProps) {
  const { giveawayId: id, giveaway } = winner
  const list = useQuery({
    queryKey: [...ADMIN_WINNERS, 'order', id],
    queryFn: () => call(clientOf<WinnersApi>().giveaways[':id'].winners.$get({ param: { id } })),
  })
  return (
    <QueryBody query={list} failed="Failed to load winners" loading={<SkeletonText lines={3} />}>
      {({ giveaways }) => (
        <WinnerTable title={giveaway.title} winners={giveaways[0]?.winners ?? []} linkTo={linkTo} openId={winner.id} />
      )}
    </QueryBody>
  )
}

/** Actions with their own button; the usual next step comes first. */
const BUTTONS: Partial<Record<Action, string>> = {
  ship: 'Ship prize',
  finish: 'Mark as arrived',
  settle: 'Settle prize',
  'correct-tracking': 'Correct tracking',
  tell: 'Tell the winner',
  accept: 'Note an answer',
  'pass-on': 'Pass on',
}
const FIRST: readonly Action[] = ['ship', 'finish', 'settle']

/** Actions that staff can take now, each with a dialog. */
function WinnerActions({ winner }: { winner: WinnerDetail }) {
  const [open, setOpen] = useState<Action | null>(null)
  const offered = (Object.keys(BUTTONS) as Action[]).filter(action => winner.actions.includes(action))
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map(action => (
        <Button
          key={action}
          size="sm"
          variant={FIRST.includes(action) ? 'primary' : 'secondary'}
          onClick={() => setOpen(action)}
        >
          {BUTTONS[action]}
        </Button>
      ))}
      {open && <WinnerDialog action={open} winner={winner} onClose={() => setOpen(null)} />}
    </div>
  )
}
