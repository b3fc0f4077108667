import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type MetaFunction, useLocation, useParams } from 'react-router'
import { useAddressQuestion } from '#features/identity/shipping/web/address-question.tsx'
import { Checking } from '#features/identity/sign-in/web/require-user.tsx'
import { useProfile } from '#features/identity/web/use-profile.ts'
import { TrackingLink } from '#features/orders/order/web/tracking-link.tsx'
import { useSession } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { problemsOfAnswer } from '#kernel/client/calls/field-problems.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { AddressLines } from '#ui/data/address-lines.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { lazy } from '#ui/lazy.tsx'
import { TierBadge } from '#ui/money/tier-badge.tsx'
import type { Prize } from '../contract.ts'
import { MAY_TELL } from '../gallery/rules.ts'
import { OwnStory } from '../gallery/web/own-story.tsx'
import { prizesChanged, prizesClient } from '../papers/prize-client.ts'
import { PAPER_STATUS_WORDS, PAPER_WORDS } from '../rules.ts'
import { AddressFields, formStateOf, problemsOf } from './address-fields.tsx'

export const meta: MetaFunction = ({ matches, location }) =>
  pageMeta(
    {
      title: 'Your prize',
      description: 'Answer, and see where your prize is.',
      path: location.pathname,
      noindex: true,
    },
    matches,
  )

/** The key from the link in the e-mail. Undefined until hydration, because the server never sees the URL fragment. */
function useKey(): string | undefined {
  const { hash } = useLocation()
  const [key, setKey] = useState<string>()
  useEffect(() => setKey(hash.slice(1)), [hash])
  return key
}

/** `/prizes/{id}`: the winner answers, by the link in the e-mail or signed in, and follows the prize's status. */
export default function PrizePage() {
  const { id = '' } = useParams()
  const { status } = useSession()
  const key = useKey()
  const prize = useQuery({
    queryKey: ['prize', id, status, key],
    queryFn: () => call(prizesClient().prizes[':id'].$get({ param: { id }, header: key ? { 'prize-key': key } : {} })),
    enabled: status !== 'unchecked' && key !== undefined,
    retry: false,
  })
  if (prize.isLoadingError)
    return <NotShown error={prize.error} isGuest={status === 'guest'} id={id} onRetry={() => void prize.refetch()} />
  if (!prize.data) return <Checking />
  return <Shown prize={prize.data} linkKey={key || undefined} onAnswered={() => void prize.refetch()} />
}

type ShownProps = { prize: Prize; linkKey: string | undefined; onAnswered: () => void }

function Shown({ prize, linkKey, onAnswered }: ShownProps) {
  const { giveaway, slotNumber } = prize
  const isOpen = prize.canAnswer || prize.canCorrect
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow={prize.canAnswer ? 'You won' : 'Your prize'}>{giveaway.title}</PageTitle>
      <div className="flex max-w-2xl flex-col gap-8">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <TierBadge tier={giveaway.tier} />
          <span>Value {formatMoney(toCents(giveaway.value), 'short')}</span>
          <span>Slot {slotNumber}</span>
          <TextLink to={`/giveaways/${giveaway.slug}#result`}>Result and proof</TextLink>
        </p>
        <PrizeState prize={prize} />
        {prize.isOwn && MAY_TELL.includes(prize.state) && <OwnStory prizeId={prize.id} title={giveaway.title} />}
        <OwnPapers prize={prize} linkKey={linkKey} onAnswered={onAnswered} />
        {isOpen && <AnswerForm prize={prize} linkKey={linkKey} onAnswered={onAnswered} />}
      </div>
    </div>
  )
}

type NotShownProps = { error: Error; isGuest: boolean; id: string; onRetry: () => void }

/** Shown for a broken link, for another user, and when the prize could not be loaded. */
const NotShown = ({ error, isGuest, id, onRetry }: NotShownProps) => (
  <div className="page-width pb-20">
    <PageTitle eyebrow="Your prize">This prize cannot be shown</PageTitle>
    <div className="flex max-w-2xl flex-col items-start gap-6">
      {error instanceof ApiError && error.code === 'prize_not_found' ? (
        <>
          <Notice kind="danger" title={error.message}>
            {isGuest
              ? 'If you won with an account, sign in instead.'
              : 'You are signed in, but this prize belongs to another account.'}
          </Notice>
          {isGuest ? (
            <ButtonLink to={`/login?next=${encodeURIComponent(`/prizes/${id}`)}`}>Sign in</ButtonLink>
          ) : (
            <ButtonLink to="/dashboard">Your own prizes</ButtonLink>
          )}
        </>
      ) : (
        <FailedState onRetry={onRetry}>{error.message}</FailedState>
      )}
    </div>
  </div>
)

/** The prize's status and the winner's next step. */
function PrizeState({ prize }: { prize: Prize }) {
  const { state, answerBy, papers } = prize
  if (prize.canAnswer)
    return (
      <Notice
        kind="warning"
        title={answerBy ? `Please answer by ${formatMoment(new Date(answerBy))}` : 'Please answer'}
      >
        Accept the prize and tell us where to send it. Without an answer it goes to the next entry in the drawn order,
        as the rules say. Accepting costs nothing. We ask for a taxpayer number only afterwards, and only where the law
        asks us to report the prize.
      </Notice>
    )
  if (state === 'accepted') {
    const open = papers.filter(({ status }) => status !== 'checked')
    return (
      <Notice kind="success" live title="The prize is yours">
        {open.length === 0 ? (
          <p>We send it within a few days, and write to you when it leaves.</p>
        ) : (
          <>
            <p>Before we can send a prize of this value we need:</p>
            <ul className="mt-1 list-disc pl-5">
              {papers.map(({ kind, status }) => (
                <li key={kind}>
                  {PAPER_WORDS[kind]}: <strong>{PAPER_STATUS_WORDS[status]}</strong>
                </li>
              ))}
            </ul>
          </>
        )}
        {prize.shipTo && (
          <div className="mt-3">
            <p className="font-semibold">It goes to</p>
            <AddressLines address={prize.shipTo} />
          </div>
        )}
      </Notice>
    )
  }
  if (state === 'shipped' || state === 'done')
    return (
      <Notice kind="success" title={state === 'done' ? 'The prize has arrived' : 'The prize is on its way'}>
        {prize.carrier && (
          <TrackingLink carrier={prize.carrier} trackingNumber={prize.trackingNumber} url={prize.trackingUrl} />
        )}
      </Notice>
    )
  return (
    <Notice live title="This prize was passed on">
      {state === 'declined'
        ? 'You declined it, and it went to the next entry in the drawn order.'
        : 'It went to the next entry in the drawn order, as the rules say.'}
    </Notice>
  )
}

const TaxForm = lazy(async () => (await import('../papers/web/tax-form.tsx')).TaxForm)
const SaveAffidavitButton = lazy(
  async () => (await import('../papers/web/save-affidavit-button.tsx')).SaveAffidavitButton,
)

/** The papers that the winner of an accepted prize fills in here: the affidavit to print, and Form W-9. */
function OwnPapers({ prize, linkKey, onAnswered }: ShownProps) {
  if (prize.state !== 'accepted') return null
  const isOpen = (paper: string) => prize.papers.some(({ kind, status }) => kind === paper && status !== 'checked')
  return (
    <>
      {isOpen('affidavit') && (
        <div className="flex flex-wrap">
          <SaveAffidavitButton id={prize.id} linkKey={linkKey} />
        </div>
      )}
      {isOpen('tax-form') && <TaxForm prize={prize} linkKey={linkKey} onSent={onAnswered} />}
    </>
  )
}

const DeclineDialog = lazy(async () => (await import('./decline-dialog.tsx')).DeclineDialog)

/** The winner accepts the prize with an address, or declines. After acceptance, the address can be corrected until the prize ships. */
function AnswerForm({ prize, linkKey, onAnswered }: ShownProps) {
  if (prize.isOwn) return <WithProfile prize={prize} linkKey={linkKey} onAnswered={onAnswered} />
  return <Form prize={prize} linkKey={linkKey} onAnswered={onAnswered} address={formStateOf(prize.shipTo)} />
}

/** A signed-in winner gets the address on file prefilled. */
function WithProfile(props: ShownProps) {
  const { data, isError } = useProfile()
  if (!data && !isError) return null
  const address = formStateOf(props.prize.shipTo ?? (data ? { name: data.name, ...data.shippingAddress } : null))
  return <Form {...props} address={address} />
}

function Form({ prize, linkKey, onAnswered, address }: ShownProps & { address: ReturnType<typeof formStateOf> }) {
  const [current, setCurrent] = useState(address)
  const [isEligible, setEligible] = useState(prize.canCorrect)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isDeclining, setDeclining] = useState(false)
  const key = linkKey ? { key: linkKey } : {}
  const { confirmed, question } = useAddressQuestion(current, meant => setCurrent({ ...current, ...meant }))
  const accept = useMutation({
    mutationFn: () =>
      call(
        prizesClient().prizes[':id'].accept.$post({
          param: { id: prize.id },
          json: { ...key, shipTo: current, ...confirmed, isEligible: true },
        }),
      ),
    async onSuccess() {
      await prizesChanged()
      onAnswered()
    },
    onError: error => setErrors(answered(error)),
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])

  function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemsOf(current)
    if (!isEligible) found.isEligible = 'Please confirm that you may take the prize.'
    setErrors(found)
    if (Object.keys(found).length === 0 && !accept.isPending) accept.mutate()
  }

  return (
    <form ref={form} noValidate method="post" onSubmit={submit} className="flex flex-col gap-5">
      <SectionHeading>{prize.canCorrect ? 'Correct the address' : 'Where should it go?'}</SectionHeading>
      <FormError>{accept.error?.message}</FormError>
      <AddressFields current={current} errors={errors} onChange={setCurrent} isOwn />
      {question}
      {prize.canAnswer && (
        <CheckboxField
          label="I meet the age requirement of the rules, live in the United States, and answer for myself."
          checked={isEligible}
          error={errors.isEligible}
          onChange={({ target }) => setEligible(target.checked)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={accept.isPending} busyText="Saving...">
          {prize.canCorrect ? 'Save Address' : 'Take the prize'}
        </Button>
        <Button variant="quiet" onClick={() => setDeclining(true)}>
          I do not want it
        </Button>
      </div>
      {isDeclining && (
        <DeclineDialog prize={prize} linkKey={linkKey} onClose={() => setDeclining(false)} onDeclined={onAnswered} />
      )}
    </form>
  )
}

/** Maps the server's field paths to the address fields. */
const answered = (error: unknown) =>
  Object.fromEntries(
    Object.entries(problemsOfAnswer(error)).map(([path, message]) => [path.replace('shipTo.', ''), message]),
  )
