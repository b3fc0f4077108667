import { useSession } from '#kernel/client/browser.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { EmailSection } from './email-section.tsx'
import { PushSection } from './push-section.tsx'
import { SmsSection } from './sms-section.tsx'

/** All notification settings, for the page and the dashboard's tab. */
export function NotificationSettings() {
  const { user } = useSession()
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
              You decide what you hear of, and where. Every choice takes effect at once, and you can change it here at
              any time; your browser’s own settings have the last word.
            </p>
            <p>
              Pushes are encrypted for your browser alone. We keep the address of the browser and nothing of what you do
              there, and forget it when you remove the device or sign out. Codes, receipts and what else you need for an
              order always come by e-mail. <TextLink to="/legal#privacy">Privacy Policy</TextLink>
            </p>
          </div>
        </section>
      </div>
    </div>
  )
}
