import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IdentityApi } from '#features/identity/api.server.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { CONSENT_WORDING } from '../consents/consent-wording.ts'
import { NotLoaded } from './not-loaded.tsx'
import { ToggleRow } from './toggle-row.tsx'
import { savePreferences } from './use-preferences.ts'

const { profile } = clientOf<IdentityApi>().my
const KEY = ['my', 'profile']
const NO_PHONE = 'No phone number on file.'
const STOPPED = 'Your phone told us to STOP. To get messages again, reply START from it.'
const NOT_SAVED = 'Failed to update SMS settings. Please try again.'

/** SMS: one toggle, which flips `smsConsent` of the profile and needs a phone there. */
export function SmsSection({ userId }: { userId: string }) {
  const { data, isPending, isLoadingError, refetch } = useQuery({ queryKey: KEY, queryFn: () => call(profile.$get()) })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const hasNoPhone = data && !data.phone
  const isStopped = data?.smsStopped ?? false

  async function turn(smsConsent: boolean) {
    setProblem(hasNoPhone ? NOT_SAVED : undefined)
    if (hasNoPhone) return
    setBusy(true)
    try {
      const saved = await call(profile.$post({ json: { smsConsent } }))
      queryClient.setQueryData(KEY, saved)
      // Saves the browser's time zone for quiet hours. A failure keeps the older zone and does not undo the consent.
      if (smsConsent) await savePreferences(userId, {}).catch(() => {})
    } catch {
      setProblem(NOT_SAVED)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-labelledby="sms-notifications">
      <SectionHeading id="sms-notifications">SMS Notifications</SectionHeading>
      <ToggleRow
        label="Enable SMS Notifications"
        hint={CONSENT_WORDING.sms.text}
        checked={(data?.smsConsent ?? false) && !isStopped}
        disabled={isLoadingError || isStopped}
        busy={busy || isPending}
        onChange={on => void turn(on)}
      />
      {isLoadingError && (
        <div className="mt-3">
          <NotLoaded onRetry={() => void refetch()}>Your SMS setting could not be loaded.</NotLoaded>
        </div>
      )}
      {isStopped && <p className="mt-2 text-muted text-sm">{STOPPED}</p>}
      {hasNoPhone && (
        <p className="mt-2 text-muted text-sm">
          {NO_PHONE} Add your phone in <TextLink to="/dashboard?tab=profile">profile</TextLink>.
        </p>
      )}
      {problem && (
        <div className="mt-3">
          <FormError>{problem}</FormError>
        </div>
      )}
    </section>
  )
}
