import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { PasswordForm } from '../passwords/web/password-form.tsx'
import { Devices, type SignOutEverywhere } from './devices.tsx'
import { Factors } from './factors.tsx'
import { ReauthenticationPrompt } from './reauthentication-prompt.tsx'

/** The sign-in settings: password, second factors and signed-in browsers. For the dashboard's profile tab. */
export function SecuritySection({ signOutEverywhere }: { signOutEverywhere: SignOutEverywhere }) {
  return (
    <section aria-labelledby="security" className="mt-14">
      <SectionHeading id="security">Security</SectionHeading>
      <div className="grid gap-10 lg:grid-cols-[2fr_3fr]">
        <div>
          <SectionHeading level={3}>Password</SectionHeading>
          <PasswordForm />
        </div>
        <div className="flex flex-col gap-10">
          <div>
            <SectionHeading level={3}>Two-Step Verification</SectionHeading>
            <Factors />
          </div>
          <div>
            <SectionHeading level={3}>Where You're Signed In</SectionHeading>
            <Devices signOutEverywhere={signOutEverywhere} />
          </div>
        </div>
      </div>
      <ReauthenticationPrompt />
    </section>
  )
}
