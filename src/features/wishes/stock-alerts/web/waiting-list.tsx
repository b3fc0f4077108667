import { useQuery } from '@tanstack/react-query'
import { useSubmit } from '#features/identity/web/use-submit.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { ALERTS, cancelAlert } from './stock-alerts-client.ts'

const NOT_CANCELLED = 'Your request could not be cancelled. Please try again.'

/** The sold-out things of which the user will be told; nothing without one. */
export function WaitingList() {
  const { data } = useQuery(ALERTS)
  const { busy, problem, run } = useSubmit()
  if (!data || data.alerts.length === 0) return null
  return (
    <section aria-labelledby="waiting">
      <SectionHeading id="waiting">Waiting for stock</SectionHeading>
      <FormError>{problem}</FormError>
      <ul className="divide-y divide-line border-line border-b">
        {data.alerts.map(({ id, name, path, channel, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className="flex min-w-0 flex-col">
              <span className="font-semibold wrap-anywhere">{path ? <TextLink to={path}>{name}</TextLink> : name}</span>
              <span className="text-muted text-sm">
                {path ? `Once, by ${channel === 'email' ? 'e-mail' : 'notification'}` : 'No longer in the store'}, until{' '}
                {formatDay(expiresAt)}
              </span>
            </span>
            <Button
              size="sm"
              variant="quiet"
              busy={busy}
              aria-label={`Cancel: ${name}`}
              onClick={() => void run(() => cancelAlert(id), NOT_CANCELLED)}
            >
              Cancel
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
