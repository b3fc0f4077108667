import type { ComponentProps } from 'react'
import { CONSENT_WORDING } from '#features/notifications/consents/consent-wording.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'

type ConsentForm = { box: (name: 'smsConsent' | 'pushConsent') => Partial<ComponentProps<'input'>> }

/** The two consents, never ticked in advance. */
export function ConsentFields({ form }: { form: ConsentForm }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Notifications</legend>
      <CheckboxField
        {...form.box('smsConsent')}
        label="SMS Notifications"
        hint={
          <>
            {CONSENT_WORDING.sms.text} <LegalLinks />
          </>
        }
      />
      <CheckboxField
        {...form.box('pushConsent')}
        label="Push Notifications"
        hint={
          <>
            {CONSENT_WORDING.push.text} <LegalLinks />
          </>
        }
      />
    </fieldset>
  )
}

// In a new tab, so that the form keeps its input.
const LegalLinks = () => (
  <>
    See our{' '}
    <TextLink to="/legal#privacy" target="_blank">
      Privacy Policy
    </TextLink>{' '}
    and{' '}
    <TextLink to="/legal#terms" target="_blank">
      Terms
    </TextLink>
    .
  </>
)
