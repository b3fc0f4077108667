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
import { giveawaysClient } from '../../catalogue/web/giveaways-client.ts'
import type { FreeEntryOfLink } from '../contract.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'Your free entry', description: 'Confirm a free entry.', path: '/free-entry', noindex: true },
    matches,
  )

/** The target of the link in the e-mail, without sign-in. Opening it changes nothing, because programs that scan mail open links. */
export default function ConfirmFreeEntryPage() {
  const token = useSearchParams()[0].get('token')
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow="No purchase necessary">Your free entry</PageTitle>
      <div className="max-w-xl">{token ? <EntryOf token={token} /> : <Incomplete />}</div>
    </div>
  )
}

function EntryOf({ token }: { token: string }) {
  const link = giveawaysClient()['free-entries'].link
  const queryKey = ['free-entry-link', token]
  const query = useQuery({ queryKey, queryFn: () => call(link.$get({ query: { token } })) })
  const { busy, problem, run } = useSubmit()
  const confirm = () =>
    void run(async () => {
      queryClient.setQueryData(queryKey, await call(link.$post({ json: { token } })))
    }, 'This could not be saved. Please try again.')
  if (query.error && (query.error as { code?: string }).code === 'free_entry_link_invalid') return <Incomplete />
  if (query.error) return <FailedState query={query} />
  if (!query.data) return <SkeletonText lines={4} />
  const { state, giveaway } = query.data
  return (
    <section aria-label="Your free entry" className="rounded-sm border border-line bg-surface p-5 sm:p-6">
      <FormError>{problem}</FormError>
      <p role="status" className="flex items-start gap-3 text-lg">
        {state === 'entered' && <Icon name="check" className="mt-1 shrink-0 text-success" />}
        <Sentence entry={query.data} />
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {state === 'unconfirmed' && (
          <Button busy={busy} busyText="Confirming..." onClick={confirm}>
            Confirm my entry
          </Button>
        )}
        <ButtonLink variant="secondary" to={giveaway?.path ?? '/giveaways'}>
          {giveaway ? 'See the giveaway' : 'All giveaways'}
        </ButtonLink>
      </div>
    </section>
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

const Incomplete = () => (
  <FailedState title="This link is not complete">Please open it again from the e-mail.</FailedState>
)
