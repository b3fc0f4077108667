import type { MetaFunction } from 'react-router'
import { LinkBody, LinkPage, useLink } from '#features/identity/web/link-page.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import type { OpeningAction, OpeningOfLink } from '../contract.ts'
import { openingClient } from './opening-client.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Our opening', description: 'Confirm or cancel a request.', path: '/opening', noindex: true },
    matches,
  )

/** The target of the links in e-mails. */
export default function OpeningPage() {
  return (
    <LinkPage eyebrow="Notifications" title="Our opening">
      {token => <RequestOf token={token} />}
    </LinkPage>
  )
}

function RequestOf({ token }: { token: string }) {
  const link = useLink(['opening-link', token], () => call(openingClient.link.$get({ query: { token } })))
  const { busy, problem } = link
  const act = (action: OpeningAction) => link.act(() => call(openingClient.link.$post({ json: { token, action } })))
  return (
    <LinkBody link={link} invalid="opening_link_invalid">
      {request => (
        <section aria-label="Your request" className="rounded-sm border border-line bg-surface p-5 sm:p-6">
          <FormError>{problem}</FormError>
          <p role="status" className="flex items-start gap-3 text-lg">
            {request.state !== 'unconfirmed' && <Icon name="check" className="mt-1 shrink-0 text-success" />}
            <Sentence request={request} />
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            {request.state === 'unconfirmed' && (
              <Button busy={busy} onClick={() => act('confirm')}>
                Yes, tell me once
              </Button>
            )}
            {request.state === 'over' ? (
              <ButtonLink to="/">To the shop</ButtonLink>
            ) : (
              <Button variant="secondary" busy={busy} onClick={() => act('cancel')}>
                {request.state === 'waiting' ? 'Cancel this request' : 'No, thanks'}
              </Button>
            )}
          </div>
        </section>
      )}
    </LinkBody>
  )
}

function Sentence({ request: { state, email } }: { request: OpeningOfLink }) {
  const { name } = useSettings().brand
  if (state === 'over') return <span>This request is over: it was answered, cancelled, or has expired.</span>
  if (state === 'waiting')
    return (
      <span>
        <strong>{email}</strong> gets one e-mail when {name} opens.
      </span>
    )
  return (
    <span>
      Send one e-mail to <strong>{email}</strong> when {name} opens?
    </span>
  )
}
