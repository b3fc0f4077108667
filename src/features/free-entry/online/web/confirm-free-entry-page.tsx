import type { MetaFunction } from 'react-router'
import { LinkBody, LinkPage, useLink } from '#features/identity/web/link-page.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { freeEntryClient } from '../../cards/web/free-entry-client.ts'
import type { FreeEntryOfLink } from '../contract.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Your free entry', description: 'Confirm a free entry.', path: '/free-entry', noindex: true },
    matches,
  )

/** The target of the link in the e-mail. */
export default function ConfirmFreeEntryPage() {
  return (
    <LinkPage eyebrow="No purchase necessary" title="Your free entry">
      {token => <EntryOf token={token} />}
    </LinkPage>
  )
}

function EntryOf({ token }: { token: string }) {
  const { link: calls } = freeEntryClient()['free-entries']
  const link = useLink(['free-entry-link', token], () => call(calls.$get({ query: { token } })))
  const confirm = () => link.act(() => call(calls.$post({ json: { token } })))
  return (
    <LinkBody link={link} invalid="free_entry_link_invalid" lines={4}>
      {entry => (
        <section aria-label="Your free entry" className="rounded-sm border border-line bg-surface p-5 sm:p-6">
          <FormError>{link.problem}</FormError>
          <p role="status" className="flex items-start gap-3 text-lg">
            {entry.state === 'entered' && <Icon name="check" className="mt-1 shrink-0 text-success" />}
            <Sentence entry={entry} />
          </p>
          <div className="mt-5 flex flex-wrap gap-3">
            {entry.state === 'unconfirmed' && (
              <Button busy={link.busy} busyText="Confirming..." onClick={confirm}>
                Confirm my entry
              </Button>
            )}
            <ButtonLink variant="secondary" to={entry.giveaway?.path ?? '/giveaways'}>
              {entry.giveaway ? 'See the giveaway' : 'All giveaways'}
            </ButtonLink>
          </div>
        </section>
      )}
    </LinkBody>
  )
}

function Sentence({ entry: { state, email, giveaway, numbers } }: { entry: FreeEntryOfLink }) {
  if (state === 'over') return <span>This link has expired. Please fill in the form on the giveaway’s page again.</span>
  const title = <strong>{giveaway?.title}</strong>
  if (state === 'unconfirmed')
    return (
      <span>
        Enter {title} free, for <strong>{email}</strong>?
      </span>
    )
  return (
    <span>
      You are in the draw of {title} with {numbers.length === 1 ? 'number' : 'numbers'}{' '}
      <strong className="figure">{numbers.join(', ')}</strong>. Your receipt is in your mail.
    </span>
  )
}
