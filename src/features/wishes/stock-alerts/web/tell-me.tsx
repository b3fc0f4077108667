import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorsOf, useForm } from '#features/identity/web/use-form.ts'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { BACK_IN_STOCK_WORDING } from '#features/notifications/consents/consent-wording.ts'
import { usePreferences } from '#features/notifications/settings/use-preferences.ts'
import { useSession } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { GuestAlertBody, type StockAlert } from '../contract.ts'
import { ALERTS, askAlert, cancelAlert, stockAlerts } from './stock-alerts-client.ts'

const NOT_ASKED = 'Your request could not be saved. Please try again.'

type TellMeProps = {
  productId: string
  /** Null asks about any variant. */
  variantId: string | null
  /** With the chosen options. */
  name: string
}

/** Asks to be told once when a sold-out thing is back: one press for a user, an e-mail address for a guest. */
export function TellMe(props: TellMeProps) {
  const { status, user } = useSession()
  const key = `${props.productId} ${props.variantId}`
  if (status === 'unchecked') return <Skeleton className="h-11 w-full" />
  return user ? <TellUser key={key} userId={user.id} {...props} /> : <TellGuest key={key} {...props} />
}

function TellUser({ userId, productId, variantId, name }: TellMeProps & { userId: string }) {
  const { data } = useQuery(ALERTS)
  const { optIn, endpoints } = usePreferences(userId).data
  const { busy, problem, run } = useSubmit()
  if (!data) return <Skeleton className="h-11 w-full" />
  const asked = data.alerts.find(alert => alert.productId === productId && alert.variantId === variantId)
  if (asked) return <Asked alert={asked} />
  const ask = (channel: 'email' | 'push') => void run(() => askAlert({ productId, variantId, channel }), NOT_ASKED)
  const hasPush = optIn && endpoints.some(({ enabled }) => enabled)
  return (
    <div className="flex w-full flex-col gap-2">
      <FormError>{problem}</FormError>
      <Button
        wide
        icon={hasPush ? 'mail' : 'bell'}
        busy={busy}
        aria-label={`Tell me when it is back: ${name}`}
        onClick={() => ask('email')}
      >
        {hasPush ? 'Tell me by e-mail' : 'Tell me when it is back'}
      </Button>
      {hasPush && (
        <Button
          wide
          variant="secondary"
          icon="bell"
          busy={busy}
          aria-label={`Notify me when it is back: ${name}`}
          onClick={() => ask('push')}
        >
          Tell me by notification
        </Button>
      )}
      <Terms />
    </div>
  )
}

function Asked({ alert: { id, channel, name } }: { alert: StockAlert }) {
  const { busy, problem, run } = useSubmit()
  return (
    <div className="flex w-full flex-col gap-2">
      <FormError>{problem}</FormError>
      <Notice kind="success" live>
        We tell you once, by {channel === 'email' ? 'e-mail' : 'notification'}, when it is back.
        <span className="-ml-2 mt-1 block">
          <Button
            variant="quiet"
            size="sm"
            busy={busy}
            aria-label={`Cancel: ${name}`}
            onClick={() => void run(() => cancelAlert(id), NOT_ASKED)}
          >
            Cancel
          </Button>
        </span>
      </Notice>
    </div>
  )
}

const Terms = () => <p className="text-muted text-sm">{BACK_IN_STOCK_WORDING.text}</p>

function TellGuest({ productId, variantId, name }: TellMeProps) {
  const [message, setMessage] = useState<string>()
  const { busy, problem, run } = useSubmit()
  const form = useForm({ email: '' }, ({ email }) => errorsOf(GuestAlertBody, { productId, variantId, email }))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    const json = GuestAlertBody.parse({ productId, variantId, ...form.values })
    void run(async () => setMessage((await call(stockAlerts.$post({ json }))).message), NOT_ASKED)
  }
  if (message)
    return (
      <Notice kind="success" live>
        {message}
      </Notice>
    )
  return (
    <form
      {...form.form}
      onSubmit={submit}
      aria-label={`Tell me when it is back: ${name}`}
      className="flex flex-col gap-2"
    >
      <FormError>{problem}</FormError>
      <TextField label="E-mail" type="email" autoComplete="email" maxLength={254} {...form.text('email')} />
      <Button type={form.submitType} wide icon="bell" busy={busy}>
        Tell me when it is back
      </Button>
      <Terms />
    </form>
  )
}
