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
import type { PriceAction } from '../contract.ts'
import { PRICE_ALERTS, priceAlerts } from './price-alerts-client.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Price alert', description: 'Turn off a price alert.', path: '/price-alert', noindex: true },
    matches,
  )

/** The target of the links in e-mails, without sign-in. Opening it changes nothing, because programs that scan mail open links. */
export default function PriceAlertPage() {
  const token = useSearchParams()[0].get('token')
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow="Notifications">Price alert</PageTitle>
      <div className="max-w-xl">{token ? <AlertOf token={token} /> : <Incomplete />}</div>
    </div>
  )
}

const NOT_DONE = 'This could not be saved. Please try again.'

function AlertOf({ token }: { token: string }) {
  const queryKey = ['price-alert-link', token]
  const query = useQuery({ queryKey, queryFn: () => call(priceAlerts.link.$get({ query: { token } })) })
  const { busy, problem, run } = useSubmit()
  const act = (action: PriceAction) =>
    void run(async () => {
      queryClient.setQueryData(queryKey, await call(priceAlerts.link.$post({ json: { token, action } })))
      void queryClient.invalidateQueries({ queryKey: PRICE_ALERTS.queryKey })
    }, NOT_DONE)
  if (query.error && (query.error as { code?: string }).code === 'price_link_invalid') return <Incomplete />
  if (query.error) return <FailedState query={query} />
  if (!query.data) return <SkeletonText lines={6} />
  const { isOn, email, name, path, others } = query.data
  return (
    <section aria-label="Your price alert" className="rounded-sm border border-line bg-surface p-5 sm:p-6">
      <FormError>{problem}</FormError>
      <p role="status" className="flex items-start gap-3 text-lg">
        {!isOn && <Icon name="check" className="mt-1 shrink-0 text-success" />}
        <span>
          <strong>{email}</strong> {isOn ? 'is told when' : 'is no longer told when'} <strong>{name}</strong> costs
          less.
        </span>
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {isOn && (
          <Button busy={busy} onClick={() => act('off')}>
            Turn this off
          </Button>
        )}
        {!isOn && <ButtonLink to={path ?? '/store'}>{path ? 'See the product' : 'To the store'}</ButtonLink>}
      </div>
      {others > 0 && (
        <p className="mt-6 border-line border-t pt-4 text-sm">
          {others === 1 ? 'One other price alert is' : `${others} other price alerts are`} on.{' '}
          <Button variant="quiet" size="sm" busy={busy} onClick={() => act('all-off')}>
            Turn all off
          </Button>
        </p>
      )}
    </section>
  )
}

const Incomplete = () => (
  <FailedState title="This link is not complete">Please open it again from the e-mail.</FailedState>
)
