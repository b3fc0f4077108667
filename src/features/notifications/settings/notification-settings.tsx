import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IdentityApi } from '#features/identity/api.server.ts'
import { clientOf, useUser } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { CONSENT_WORDING } from '../consents/consent-wording.ts'
import { SMS_STOPPED } from '../rules.ts'
import { PushSection } from './push-section.tsx'
import { NotLoaded, ToggleRow } from './toggle-row.tsx'
import { savePreferences, showPreferences, usePreferences } from './use-preferences.ts'

/** All notification settings, for the page and the dashboard's tab. */
export function NotificationSettings() {
  const user = useUser()
  return (
    <div className="grid max-w-5xl gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <PushSection userId={user?.id} />
      <div className="flex flex-col gap-10">
        {user && <SmsSection userId={user.id} />}
        {user && <EmailSection userId={user.id} />}
        <section aria-labelledby="privacy-and-control">
          <SectionHeading id="privacy-and-control">Privacy &amp; Control</SectionHeading>
          <div className="flex flex-col gap-3 text-muted">
            <p>
              You decide what you receive, and where. Every choice takes effect immediately, and you can change it here
              at any time. Your browser’s own settings take precedence.
            </p>
            <p>
              Push notifications are encrypted for your browser only. We store the browser’s push address and nothing
              about what you do there, and delete it when you remove the device or sign out. Codes, receipts and updates
              about your orders always come by e-mail. <TextLink to="/legal#privacy">Privacy Policy</TextLink>
            </p>
          </div>
        </section>
      </div>
    </div>
  )
}

/** Optional e-mails. The toggle applies at once and flips back when saving fails. */
function EmailSection({ userId }: { userId: string }) {
  const { data, isPending, isLoadingError } = usePreferences(userId)
  const [isLost, setLost] = useState(false)

  async function turn(emailOptIn: boolean) {
    setLost(false)
    showPreferences(userId, { emailOptIn })
    try {
      await savePreferences(userId, { emailOptIn })
    } catch {
      showPreferences(userId, { emailOptIn: !emailOptIn })
      setLost(true)
    }
  }

  return (
    <section aria-labelledby="email-notifications">
      <SectionHeading id="email-notifications">Email Notifications</SectionHeading>
      <ToggleRow
        label="Enable Email Notifications"
        hint={CONSENT_WORDING.email.text}
        checked={data.emailOptIn}
        disabled={isLoadingError}
        busy={isPending}
        onChange={on => void turn(on)}
      />
      {isLost && (
        <div className="mt-3">
          <FormError>Failed to update email settings. Please try again.</FormError>
        </div>
      )}
    </section>
  )
}

const { profile } = clientOf<IdentityApi>().my
const KEY = ['my', 'profile']
const NO_PHONE = 'No phone number on file.'
const NOT_SAVED = 'Failed to update SMS settings. Please try again.'

/** SMS: one toggle, which flips `smsConsent` of the profile and needs a phone there. */
function SmsSection({ userId }: { userId: string }) {
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
      {isStopped && <p className="mt-2 text-muted text-sm">{SMS_STOPPED}</p>}
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
