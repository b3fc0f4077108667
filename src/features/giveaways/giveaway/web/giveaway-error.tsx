import { useEffect } from 'react'
import { useParams, useRevalidator } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { useMissing } from '#ui/missing/use-missing.ts'
import { Countdown } from '#ui/time/countdown.tsx'
import { useNow, useRefreshWhile } from '#ui/time/use-now.ts'
import { ENTRY_ERRORS } from '../errors/entry-errors.ts'
import { timeLeftInWords } from '../rules.ts'
import type { MissingGiveaway } from './load-giveaway.ts'

/** Requests already repeated for a signed-in user; another repetition would give an equal answer. */
const asked = new Set<string>()

/**
 * Error boundary of a giveaway's pages. The server answers as for a guest. A signed-in user may see more (members-only giveaways, early
 * access), so the browser repeats the request with the user's token. A user who is too early, perhaps from an alert, reads when the giveaway
 * opens.
 */
export function GiveawayError() {
  const missing: MissingGiveaway = useMissing()
  const { status, user } = useSession()
  const { giveawayId } = useParams()
  const { revalidate, state } = useRevalidator()
  const question = user && `${user.id} ${giveawayId}`
  useEffect(() => {
    if (!question || asked.has(question)) return
    asked.add(question)
    void revalidate()
  }, [question, revalidate])
  const { opensAt } = missing
  // A later request, for a giveaway that opens now, leaves the countdown on the screen.
  const isAsking =
    status === 'unchecked' || (state === 'loading' && !opensAt) || (question !== undefined && !asked.has(question))
  return (
    <div className="page-width min-h-[60dvh] py-20">
      <h1 className="sr-only">{missing.name ?? 'Giveaway not found'}</h1>
      {isAsking ? (
        <p role="status" className="text-muted">
          Loading…
        </p>
      ) : opensAt ? (
        <NotYet name={missing.name} opensAt={opensAt} isMember={user?.isSubscriber ?? false} onOpen={revalidate} />
      ) : (
        <EmptyState
          icon="gift"
          title="We could not find that giveaway."
          action={<ButtonLink to="/giveaways">All giveaways</ButtonLink>}
        >
          {user ? (
            'It may have been removed, or it is for members only.'
          ) : (
            <p>
              It may not have started yet, or it is for members only. <TextLink to="/login">Sign in</TextLink> to check.
            </p>
          )}
        </EmptyState>
      )}
    </div>
  )
}

type NotYetProps = {
  name: string | undefined
  opensAt: string
  isMember: boolean
  /** Loads the page again when the giveaway opens. */
  onOpen: () => unknown
}

function NotYet({ name, opensAt, isMember, onOpen }: NotYetProps) {
  const now = useNow() ?? Date.now()
  const left = Date.parse(opensAt) - now
  useRefreshWhile(left <= 0, onOpen)
  const { message } = ENTRY_ERRORS[isMember ? 'hidden_until_early_access' : 'hidden_until_start']
  return (
    <EmptyState icon="clock" title={name} action={<ButtonLink to="/giveaways">All giveaways</ButtonLink>}>
      <div className="flex flex-col items-center gap-4">
        {left > 0 && <p>{message.replace('{left}', timeLeftInWords(left))}</p>}
        <p>
          It opens for you <time dateTime={opensAt}>{formatMoment(new Date(opensAt))}</time>.
        </p>
        <Countdown end={opensAt} word="Opens" ended="Opening now…" size="large" />
        {!isMember && (
          <p>
            Premium members choose their slots first.{' '}
            <TextLink to="/store?type=subscription">See the membership</TextLink>
          </p>
        )}
      </div>
    </EmptyState>
  )
}
