import type { MetaFunction } from 'react-router'
import { LinkBody, LinkPage, useLink } from '#features/identity/web/link-page.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { ALERT_DAYS } from '../../rules.ts'
import type { AlertAction, AlertOfLink } from '../contract.ts'
import { stockAlerts } from './stock-alerts-client.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Back in stock', description: 'Confirm or cancel a request.', path: '/back-in-stock', noindex: true },
    matches,
  )

/** The target of the links in e-mails. */
export default function BackInStockPage() {
  return (
    <LinkPage eyebrow="Notifications" title="Back in stock">
      {token => <RequestOf token={token} />}
    </LinkPage>
  )
}

function RequestOf({ token }: { token: string }) {
  const link = useLink(['stock-alert-link', token], () => call(stockAlerts.link.$get({ query: { token } })))
  const { busy, problem } = link
  const act = (action: AlertAction) => link.act(() => call(stockAlerts.link.$post({ json: { token, action } })))
  return (
    <LinkBody link={link} invalid="alert_link_invalid">
      {request => {
        const { state, path, others } = request
        return (
          <section aria-label="Your request" className="rounded-sm border border-line bg-surface p-5 sm:p-6">
            <FormError>{problem}</FormError>
            <p role="status" className="flex items-start gap-3 text-lg">
              {state !== 'unconfirmed' && <Icon name="check" className="mt-1 shrink-0 text-success" />}
              <Sentence request={request} />
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
              {state === 'over' && (
                <ButtonLink to={path ?? '/store'}>{path ? 'See the product' : 'To the store'}</ButtonLink>
              )}
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
      }}
    </LinkBody>
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
