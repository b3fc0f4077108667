import type { MetaFunction } from 'react-router'
import { LinkBody, LinkPage, useLink } from '#features/identity/web/link-page.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { PriceAction } from '../contract.ts'
import { PRICE_ALERTS, priceAlerts } from './price-alerts-client.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Price alert', description: 'Turn off a price alert.', path: '/price-alert', noindex: true },
    matches,
  )

/** The target of the links in e-mails. */
export default function PriceAlertPage() {
  return (
    <LinkPage eyebrow="Notifications" title="Price alert">
      {token => <AlertOf token={token} />}
    </LinkPage>
  )
}

function AlertOf({ token }: { token: string }) {
  const link = useLink(['price-alert-link', token], () => call(priceAlerts.link.$get({ query: { token } })))
  const { busy, problem } = link
  const act = (action: PriceAction) =>
    link.act(async () => {
      const answer = await call(priceAlerts.link.$post({ json: { token, action } }))
      void queryClient.invalidateQueries({ queryKey: PRICE_ALERTS.queryKey })
      return answer
    })
  return (
    <LinkBody link={link} invalid="price_link_invalid">
      {({ isOn, email, name, path, others }) => (
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
            {isOn ? (
              <Button busy={busy} onClick={() => act('off')}>
                Turn this off
              </Button>
            ) : (
              <ButtonLink to={path ?? '/store'}>{path ? 'See the product' : 'To the store'}</ButtonLink>
            )}
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
      )}
    </LinkBody>
  )
}
