import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type MetaFunction, useLocation, useParams } from 'react-router'
import { Checking } from '#features/identity/sign-in/web/route-guard.tsx'
import { useSession } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import type { Prize } from '../contract.ts'
import { AnswerForm } from './answer-form.tsx'
import { prizesClient } from './prize-client.ts'
import { PrizeState } from './prize-state.tsx'

export const meta: MetaFunction = ({ matches, location }) =>
  pageMeta(
    {
      title: 'Your prize',
      description: 'Answer, and see where your prize is.',
      path: location.pathname,
      noindex: true,
    },
    matches,
  )

/** The key from the link in the e-mail. Undefined until hydration, because the server never sees the URL fragment. */
function useKey(): string | undefined {
  const { hash } = useLocation()
  const [key, setKey] = useState<string>()
  useEffect(() => setKey(hash.slice(1)), [hash])
  return key
}

/** `/prizes/{id}`: the winner answers, by the link in the e-mail or signed in, and follows the prize's status. */
export default function PrizePage() {
  const { id = '' } = useParams()
  const { status } = useSession()
  const key = useKey()
  const prize = useQuery({
    queryKey: ['prize', id, status, key],
    queryFn: () => call(prizesClient().prizes[':id'].$get({ param: { id }, header: key ? { 'prize-key': key } : {} })),
    enabled: status !== 'unchecked' && key !== undefined,
    retry: false,
  })
  if (prize.isError)
    return <NotShown error={prize.error} isGuest={status === 'guest'} id={id} onRetry={() => void prize.refetch()} />
  if (!prize.data) return <Checking />
  return <Shown prize={prize.data} linkKey={key || undefined} onAnswered={() => void prize.refetch()} />
}

type ShownProps = { prize: Prize; linkKey: string | undefined; onAnswered: () => void }

function Shown({ prize, linkKey, onAnswered }: ShownProps) {
  const { giveaway, slotNumber } = prize
  const isOpen = prize.canAnswer || prize.canCorrect
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow={prize.canAnswer ? 'You won' : 'Your prize'}>{giveaway.title}</PageTitle>
      <div className="flex max-w-2xl flex-col gap-8">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TierBadge tier={giveaway.tier} />
          <span>Value {formatMoney(toCents(giveaway.value), 'short')}</span>
          <span>Slot {slotNumber}</span>
          <TextLink to={`/giveaways/${giveaway.slug}#result`}>Result and proof</TextLink>
        </p>
        <PrizeState prize={prize} />
        {isOpen && <AnswerForm prize={prize} linkKey={linkKey} onAnswered={onAnswered} />}
      </div>
    </div>
  )
}

type NotShownProps = { error: Error; isGuest: boolean; id: string; onRetry: () => void }

/** Shown for a broken link, for another user, and when the prize could not be loaded. */
const NotShown = ({ error, isGuest, id, onRetry }: NotShownProps) => (
  <div className="page-width pb-20">
    <PageTitle eyebrow="Your prize">This prize cannot be shown</PageTitle>
    <div className="flex max-w-2xl flex-col items-start gap-6">
      {error instanceof ApiError && error.code === 'prize_not_found' ? (
        <>
          <Notice kind="danger" title={error.message}>
            {isGuest ? 'Who won with an account can sign in instead.' : 'You are signed in, but not as its winner.'}
          </Notice>
          {isGuest ? (
            <ButtonLink to={`/login?next=${encodeURIComponent(`/prizes/${id}`)}`}>Sign in</ButtonLink>
          ) : (
            <ButtonLink to="/dashboard">Your own prizes</ButtonLink>
          )}
        </>
      ) : (
        <FailedState onRetry={onRetry}>{error.message}</FailedState>
      )}
    </div>
  </div>
)
