import type { ComponentProps } from 'react'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { TextLink } from '#ui/text-link.tsx'

type ConsentForm = { box: (name: 'smsConsent' | 'pushConsent') => Partial<ComponentProps<'input'>> }

/** The two consents, in the specified wording (customer-side.md section 9): never ticked for anybody. */
export function ConsentFields({ form }: { form: ConsentForm }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Notifications</legend>
      <CheckboxField
        {...form.box('smsConsent')}
        label="SMS Notifications"
        hint={
          <>
            Up to 4 messages per month. Reply STOP to unsubscribe. Consent is not a condition of purchase or
            registration. <LegalLinks />
          </>
        }
      />
      <CheckboxField
        {...form.box('pushConsent')}
        label="Push Notifications"
        hint={
          <>
            Giveaway alerts and order updates on this device. You can turn them off at any time. <LegalLinks />
          </>
        }
      />
    </fieldset>
  )
}

// In a tab of their own, so that nothing typed is lost.
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
