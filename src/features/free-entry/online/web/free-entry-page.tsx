import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { GiveawayError } from '#features/giveaways/giveaway/web/giveaway-error.tsx'
import { loadGiveaway, type PageGiveaway } from '#features/giveaways/giveaway/web/load-giveaway.ts'
import { useAddressQuestion } from '#features/identity/shipping/web/address-question.tsx'
import { StateField } from '#features/identity/shipping/web/state-field.tsx'
import { errorsOf, useForm } from '#features/identity/web/use-form.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { apiFetchOf, clientOf, transport } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import type { FreeEntriesApi } from '../../api.server.ts'
import { freeEntryClient } from '../../cards/web/free-entry-client.ts'
import { FreeEntryInput, type FreeEntryTerms } from '../contract.ts'

export const loader = ({ context, params }: LoaderFunctionArgs) => loadPage(apiFetchOf(context), params.giveawayId!)
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadPage(transport, params.giveawayId!)

async function loadPage(fetch: Fetch, id: string) {
  const giveaway = await loadGiveaway(fetch, id)
  const terms = await call(clientOf<FreeEntriesApi>(fetch).giveaways[':id']['free-entries'].$get({ param: { id } }))
  return { giveaway, terms }
}

export const ErrorBoundary = GiveawayError

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) =>
  pageMeta(
    {
      title: loaderData ? `Enter free: ${loaderData.giveaway.title}` : 'Enter free',
      description: 'A free entry, without a purchase and without an account.',
      path: loaderData ? `/giveaways/${loaderData.giveaway.slug}/free-entry` : location.pathname,
      noindex: true,
    },
    matches,
  )

/** `/giveaways/{giveawayId}/free-entry`: a free entry without an account. */
export default function FreeEntryPage() {
  const { giveaway, terms } = useLoaderData<typeof loader>()
  const path = `/giveaways/${giveaway.slug}`
  const crumbs = [
    { label: 'Giveaways', to: '/giveaways' },
    { label: giveaway.title, to: path },
    { label: 'Enter free' },
  ]
  return (
    <div className="page-width pt-4 pb-20">
      <Breadcrumbs crumbs={crumbs} />
      <PageTitle eyebrow="No purchase necessary" lead={leadOf(terms)}>
        Enter free: {giveaway.title}
      </PageTitle>
      <div className="max-w-2xl">
        {terms.closed === null ? (
          <EntryForm giveaway={giveaway} />
        ) : (
          <EmptyState icon="gift" title={terms.closed} action={<ButtonLink to={path}>To the giveaway</ButtonLink>}>
            <p>
              A card by mail is free too: <TextLink to="/legal#no-purchase-necessary">how to send it</TextLink>.
            </p>
          </EmptyState>
        )}
        <p className="mt-6">
          By mail: <TextLink to={`${path}/free-entry/card`}>print the card of this giveaway</TextLink>.
        </p>
      </div>
    </div>
  )
}

const leadOf = ({ entries, everyDays, entryLimit }: FreeEntryTerms) =>
  `Sending this form gives you ${entries === 1 ? 'one entry' : `${entries} entries`}, as many as the cheapest purchase, each with the same chance. You can enter once ${everyDays === 1 ? 'a day' : `in ${everyDays} days`}, up to ${entryLimit} entries per person.`

const EMPTY = {
  name: '',
  email: '',
  birthDate: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
}

function EntryForm({ giveaway: { id, minimumAge } }: { giveaway: PageGiveaway }) {
  const [message, setMessage] = useState<string>()
  const { busy, problem, run } = useSubmit()
  const form = useForm(EMPTY, values => errorsOf(FreeEntryInput, values))
  const { confirmed, question } = useAddressQuestion(form.values, form.fill)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    const json = FreeEntryInput.parse({ ...form.values, ...confirmed })
    const post = freeEntryClient().giveaways[':id']['free-entries'].$post
    void run(async () => setMessage((await call(post({ param: { id }, json }))).message), NOT_SENT)
  }
  if (message) return <Sent>{message}</Sent>
  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...form.text('name')} label="Full Name" autoComplete="name" required className="sm:col-span-2" />
        <TextField {...form.text('email')} label="Email" type="email" autoComplete="email" maxLength={254} required />
        <TextField
          {...form.text('birthDate')}
          label="Birth Date"
          type="date"
          autoComplete="bday"
          hint={`You must be ${minimumAge} or older`}
          required
        />
        <TextField
          {...form.text('line1')}
          label="Address Line 1"
          autoComplete="address-line1"
          required
          className="sm:col-span-2"
        />
        <TextField
          {...form.text('line2')}
          label="Address Line 2 (optional)"
          autoComplete="address-line2"
          className="sm:col-span-2"
        />
        <TextField {...form.text('city')} label="City" autoComplete="address-level2" required />
        <StateField {...form.text('state')} autoComplete="address-level1" required />
        <TextField {...form.text('postalCode')} label="ZIP Code" autoComplete="postal-code" maxLength={20} required />
      </div>
      {question}
      <p className="text-muted text-sm">
        We send a link to your e-mail address. Your entry counts once you confirm it there, and your signed receipt
        follows. You accept the <TextLink to="/legal#sweepstakes">Sweepstakes Rules</TextLink>.
      </p>
      <Button type={form.submitType} size="lg" busy={busy} busyText="Sending..." className="self-start">
        Send the link
      </Button>
    </form>
  )
}

/** Takes the focus, because the button that had it is gone and stood a screen below. */
function Sent({ children }: { children: string }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice kind="success" live>
        {children}
      </Notice>
    </div>
  )
}

const NOT_SENT = 'Your entry could not be sent. Please try again.'
