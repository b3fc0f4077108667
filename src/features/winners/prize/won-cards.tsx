import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Checking } from '#features/identity/sign-in/web/require-user.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import type { Prize } from '../contract.ts'
import { MY_PRIZES, prizesClient } from '../papers/prize-client.ts'

/** Dashboard cards with won prizes and the next step. Empty for a user without prizes. */
export function WonCards({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery({ queryKey: MY_PRIZES, queryFn: () => call(prizesClient().my.prizes.$get()) })
  const prizes = data?.prizes.filter(({ canAnswer, state }) => canAnswer || state === 'accepted' || state === 'shipped')
  if (isPending) return <Checking />
  if (!prizes?.length) return children
  return (
    <>
      <ul aria-label="Your prizes" className="mb-6 flex flex-col gap-4">
        {prizes.map(prize => (
          <li
            key={prize.id}
            className="flex flex-wrap items-center justify-between gap-4 rounded-sm border border-signal bg-surface px-5 py-4"
          >
            <div className="flex min-w-0 gap-4">
              <Icon name="star" size={32} className="shrink-0 text-signal" />
              <div className="min-w-0">
                <h2 className="text-xl">You won {prize.giveaway.title}</h2>
                <p className="text-muted">{nextOf(prize)}</p>
              </div>
            </div>
            <ButtonLink to={`/prizes/${prize.id}`} variant={prize.canAnswer ? 'primary' : 'secondary'}>
              {prize.canAnswer ? 'Answer now' : 'Your prize'}
              <span className="sr-only">: {prize.giveaway.title}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
      {children}
    </>
  )
}

function nextOf({ canAnswer, answerBy, state, papers }: Prize): string {
  if (canAnswer) return answerBy ? `Confirm your address by ${formatDay(answerBy)}.` : 'Confirm your address.'
  if (state === 'shipped') return 'It is on its way to you.'
  return papers.some(({ status }) => status === 'asked')
    ? 'We wait for your papers before it is sent.'
    : 'It is sent within a few days.'
}
