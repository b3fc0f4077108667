import { useState } from 'react'
import { FormError } from '#ui/forms/form-error.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { CONSENT_WORDING } from '../consents/consent-wording.ts'
import { ToggleRow } from './toggle-row.tsx'
import { savePreferences, showPreferences, usePreferences } from './use-preferences.ts'

/** Optional e-mails. The toggle applies at once and flips back when saving fails. */
export function EmailSection({ userId }: { userId: string }) {
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
