import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { PRICE_DROP_WORDING } from '#features/notifications/consents/consent-wording.ts'
import { usePreferences } from '#features/notifications/settings/use-preferences.ts'
import { useUser } from '#kernel/client/browser.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import type { PriceAlert as Alert } from '../contract.ts'
import { followPrice, PRICE_ALERTS, stopFollowing } from './price-alerts-client.ts'

const NOT_SAVED = 'Your request could not be saved. Please try again.'

type PriceAlertProps = { productId: string; name: string }

/** Turns the notice about a lower price of a saved product on and off. */
export function PriceAlert({ productId, name }: PriceAlertProps) {
  const { data } = useQuery(PRICE_ALERTS)
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  const { busy, problem, run } = useSubmit()
  if (!data || !user) return <span className="h-9" />
  const alert = data.alerts.find(one => one.productId === productId)
  const done = () => setOpen(false)
  return (
    <div className="-ml-3 flex flex-col items-start">
      <FormError>{problem}</FormError>
      {alert ? (
        <span className="ml-3 flex flex-wrap items-center gap-x-1 text-muted text-sm">
          We tell you by {alert.channel === 'email' ? 'e-mail' : 'notification'} when it costs less.
          <Button
            variant="quiet"
            size="sm"
            busy={busy}
            aria-label={`Turn off the price alert: ${name}`}
            onClick={() => void run(() => stopFollowing(productId), NOT_SAVED)}
          >
            Turn off
          </Button>
        </span>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          icon="bell"
          aria-expanded={isOpen}
          aria-label={`Tell me when it costs less: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          Tell me when it costs less
        </Button>
      )}
      {isOpen && !alert && (
        <Choice
          userId={user.id}
          name={name}
          busy={busy}
          onChoose={channel => void run(() => followPrice({ productId, channel }).then(done), NOT_SAVED)}
        />
      )}
    </div>
  )
}

type ChoiceProps = { userId: string; name: string; busy: boolean; onChoose: (channel: Alert['channel']) => void }

/** What the shopper agrees to, and the channels that reach them. */
function Choice({ userId, name, busy, onChoose }: ChoiceProps) {
  const { optIn, endpoints } = usePreferences(userId).data
  const hasPush = optIn && endpoints.some(({ enabled }) => enabled)
  return (
    <div className="mt-1 ml-3 flex flex-col items-start gap-2">
      <p className="max-w-prose text-muted text-sm">{PRICE_DROP_WORDING.text}</p>
      <span className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          aria-label={`By e-mail: ${name}`}
          onClick={() => onChoose('email')}
        >
          By e-mail
        </Button>
        {hasPush && (
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            aria-label={`By notification: ${name}`}
            onClick={() => onChoose('push')}
          >
            By notification
          </Button>
        )}
      </span>
    </div>
  )
}
