import { useQuery } from '@tanstack/react-query'
import { type MetaFunction, useSearchParams } from 'react-router'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ALERT_DAYS } from '../../rules.ts'
import type { AlertAction, AlertOfLink } from '../contract.ts'
import { stockAlerts } from './stock-alerts-client.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Back in stock', description: 'Confirm or cancel a request.', path: '/back-in-stock', noindex: true },
    matches,
  )

/** The target of the links in e-mails, without sign-in. Opening it changes nothing, because programs that scan mail open links. */
export default function BackInStockPage() {
  const token = useSearchParams()[0].get('token')
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow="Notifications">Back in stock</PageTitle>
      <div className="max-w-xl">{token ? <RequestOf token={token} /> : <Incomplete />}</div>
    </div>
  )
}

const NOT_DONE = 'This could not be saved. Please try again.'

function RequestOf({ token }: { token: string }) {
  const queryKey = ['stock-alert-link', token]
  const query = useQuery({ queryKey, queryFn: () => call(stockAlerts.link.$get({ query: { token } })) })
  const { busy, problem, run } = useSubmit()
  const act = (action: AlertAction) =>
    void run(async () => {
      queryClient.setQueryData(queryKey, await call(stockAlerts.link.$post({ json: { token, action } })))
    }, NOT_DONE)
  if (query.error && (query.error as { code?: string }).code === 'alert_link_invalid') return <Incomplete />
  if (query.error) return <FailedState query={query} />
  if (!query.data) return <SkeletonText lines={6} />
  const { state, path, others } = query.data
  return (
    <section aria-label="Your request" className="rounded-sm border border-line bg-surface p-5 sm:p-6">
      <FormError>{problem}</FormError>
      <p role="status" className="flex items-start gap-3 text-lg">
        {state !== 'unconfirmed' && <Icon name="check" className="mt-1 shrink-0 text-success" />}
        <Sentence request={query.data} />
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {state === 'unconfirmed' && (
          <Button busy={busy} onClick={() => act('confirm')}>
            Yes, tell me once
          </Button>
        )}
        {state !== 'over' && (
          <Button variant="secondary" busy={busy} onClick={() => act('cancel')}>
            {state === 'waiting' ? 'Cancel this request' : 'No, thanks'}
          </Button>
        )}
        {state === 'over' && <ButtonLink to={path ?? '/store'}>{path ? 'See the product' : 'To the store'}</ButtonLink>}
      </div>
      {others > 0 && (
        <p className="mt-6 border-line border-t pt-4 text-sm">
          {others === 1 ? 'One other request' : `${others} other requests`} of this address{' '}
          {others === 1 ? 'is' : 'are'} open.{' '}
          <Button variant="quiet" size="sm" busy={busy} onClick={() => act('cancel-all')}>
            Cancel all
          </Button>
        </p>
      )}
    </section>
  )
}

function Sentence({ request: { state, email, name } }: { request: AlertOfLink }) {
  if (state === 'over') return <span>This request is over: it was answered, cancelled, or has expired.</span>
  if (state === 'waiting')
    return (
      <span>
        <strong>{email}</strong> gets one e-mail when <strong>{name}</strong> is back, within {ALERT_DAYS} days.
      </span>
    )
  return (
    <span>
      Send one e-mail to <strong>{email}</strong> when <strong>{name}</strong> is back in stock?
    </span>
  )
}

const Incomplete = () => (
  <FailedState title="This link is not complete">Please open it again from the e-mail.</FailedState>
)
