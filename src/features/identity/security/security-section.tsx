import { SectionHeading } from '#ui/section-heading.tsx'
import { Devices } from './devices.tsx'
import { Factors } from './factors.tsx'
import { PasswordForm } from './password-form.tsx'

/** How one signs in: the password, the second factors, and the browsers where one is signed in. For the dashboard's profile tab. */
export function SecuritySection() {
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
            <Devices />
          </div>
        </div>
      </div>
    </section>
  )
}
