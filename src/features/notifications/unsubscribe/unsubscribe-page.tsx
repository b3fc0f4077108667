import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { Button } from '#ui/buttons/button.tsx'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { OutreachApi } from '../api.server.ts'
import { EMAIL_CHOICE_WORDING } from '../consents/consent-wording.ts'
import type { EmailChoices } from '../contract.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    { title: 'E-mail choices', description: 'Choose which e-mails you get.', path: '/unsubscribe', noindex: true },
    matches,
  )

const WORDING: Record<ChoiceName, { label: string; hint: string }> = {
  giveawayAlerts: EMAIL_CHOICE_WORDING.giveaway_alert,
  promotionalOffers: EMAIL_CHOICE_WORDING.promotional_offer,
  cartReminders: EMAIL_CHOICE_WORDING.cart_reminder,
}
const NAMES = Object.keys(WORDING) as ChoiceName[]

/** The target of the links in e-mails, without sign-in. Opening it changes nothing, because scanners open links too. */
export default function UnsubscribePage() {
  const token = useSearchParams()[0].get('token')
  return (
    <div className="page-width pb-20">
      <PageTitle eyebrow="Notifications" lead="You always get receipts, codes and updates about your own orders.">
        E-mail choices
      </PageTitle>
      <div className="max-w-xl">{token ? <ChoicesOf token={token} /> : <Incomplete />}</div>
    </div>
  )
}

function ChoicesOf({ token }: { token: string }) {
  const { query, known, choose, isSaving, problem } = useEmailChoices(token)
  if (query.error && (query.error as { code?: string }).code === 'link_invalid') return <Incomplete />
  if (query.error) return <FailedState query={query} />
  if (!known) return <SkeletonText lines={8} />
  const flip = (name: ChoiceName) => choose(flipped(known, name))
  return (
    <>
      {problem && (
        <div className="mb-6">
          <FormError>{problem}</FormError>
        </div>
      )}
      <FromThisMail known={known} busy={isSaving} onFlip={() => flip(known.from)} />
      <section aria-labelledby="kinds" className="mt-10">
        <SectionHeading id="kinds">All e-mails</SectionHeading>
        <div className="flex flex-col gap-2">
          {NAMES.map(name => (
            <CheckboxField
              key={name}
              label={WORDING[name].label}
              hint={WORDING[name].hint}
              checked={known.emailOptIn && known.choices[name]}
              onChange={() => flip(name)}
            />
          ))}
        </div>
        {known.emailOptIn && (
          <Button variant="secondary" className="mt-6" busy={isSaving} onClick={() => choose({ emailOptIn: false })}>
            Unsubscribe from all of these
          </Button>
        )}
      </section>
    </>
  )
}

/** The kind of e-mail whose link the user followed, with one button to turn it off. */
function FromThisMail({ known, busy, onFlip }: { known: EmailChoices; busy: boolean; onFlip: () => void }) {
  const { label } = WORDING[known.from]
  const isOn = known.emailOptIn && known.choices[known.from]
  return (
    <section aria-label={label} className="rounded-sm border border-line bg-surface p-5 sm:p-6">
      <p role="status" className="flex items-start gap-3 text-lg">
        {!isOn && <Icon name="check" className="mt-1 text-success" />}
        <span>
          {isOn ? (
            <>
              <strong>{known.email}</strong> gets {label.toLowerCase()} by e-mail.
            </>
          ) : (
            <>
              <strong>{known.email}</strong> is unsubscribed from {label.toLowerCase()}.
            </>
          )}
        </span>
      </p>
      <Button variant={isOn ? 'primary' : 'secondary'} className="mt-5" busy={busy} onClick={onFlip}>
        {isOn ? 'Unsubscribe' : 'Subscribe again'}
      </Button>
    </section>
  )
}

function Incomplete() {
  return (
    <FailedState title="This link is not complete">
      <p className="mb-4">Please open it again from the e-mail, or change your settings in your account.</p>
      <ButtonLink to="/notifications">Notification settings</ButtonLink>
    </FailedState>
  )
}

type ChoiceName = keyof EmailChoices['choices']
type Change = { emailOptIn?: boolean; choices?: Partial<EmailChoices['choices']> }

const client = clientOf<OutreachApi>()

/**
 * The e-mail choices of a link's user, with a function to change them. A change shows at once and is saved after earlier changes. When
 * saving fails, the server's state is shown again.
 */
function useEmailChoices(token: string) {
  const key = ['email-choices', token]
  /** The state shown while changes are being saved. */
  const [ahead, setAhead] = useState<EmailChoices>()
  const query = useQuery({
    queryKey: key,
    queryFn: () => call(client['email-choices'].$get({ query: { token } })),
    refetchOnWindowFocus: false,
  })
  const change = useMutation({
    mutationKey: key,
    scope: { id: key.join() },
    mutationFn: (wanted: Change) => call(client['email-choices'].$put({ json: { token, ...wanted } })),
    onSuccess: saved => void queryClient.setQueryData(key, saved),
    onSettled: () => queryClient.isMutating({ mutationKey: key }) === 1 && setAhead(undefined),
  })
  const known = ahead ?? query.data
  function choose(wanted: Change) {
    if (!known) return
    setAhead(after(known, wanted))
    change.mutate(wanted)
  }
  return { query, known, choose, isSaving: change.isPending, problem: change.error?.message }
}

const after = (known: EmailChoices, { emailOptIn, choices }: Change): EmailChoices => ({
  ...known,
  emailOptIn: emailOptIn ?? known.emailOptIn,
  choices: { ...known.choices, ...choices },
})

/** The choices after one was flipped. If all e-mail was off, only this kind is turned on. */
function flipped({ emailOptIn, choices }: EmailChoices, name: ChoiceName): Change {
  if (emailOptIn) return { choices: { [name]: !choices[name] } }
  const none = { giveawayAlerts: false, promotionalOffers: false, cartReminders: false }
  return { emailOptIn: true, choices: { ...none, [name]: true } }
}
