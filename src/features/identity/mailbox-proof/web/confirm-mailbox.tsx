import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { FirstPasswordForm } from '../../passwords/web/first-password-form.tsx'
import { EmailCodeForm } from '../../web/email-code-form.tsx'
import { identity } from '../../web/identity-client.ts'
import { useProfile } from '../../web/use-profile.ts'

/**
 * Asks a user whose mailbox is unproven for a code from it, where something waits for the proof. A user whose password the proof ended
 * chooses another right there.
 * @param to completes "Confirm your email address to …".
 */
export function ConfirmMailbox({ to }: { to: string }) {
  const { data: profile } = useProfile()
  const [isProven, setProven] = useState(false)
  if (profile && !profile.isMailboxProven) return <CodeForm to={to} onProven={() => setProven(true)} />
  if (!isProven) return null
  return (
    <section aria-label="Email address confirmed" className="flex max-w-xl flex-col gap-5">
      <Notice kind="success" live>
        Your email address is confirmed.
      </Notice>
      {profile?.hasPassword === false && <FirstPasswordForm />}
    </section>
  )
}

function CodeForm({ to, onProven }: { to: string; onProven: () => void }) {
  const client = useQueryClient()
  const prove = identity.auth['prove-mailbox'].$post
  async function confirm(code: string) {
    const answer = await call(prove({ json: { code } }))
    if ('idToken' in answer) session.begin(answer)
    onProven()
    await client.invalidateQueries()
  }
  return (
    <EmailCodeForm
      label="Confirm your email address"
      className="gap-4 rounded-sm border border-line border-l-3 border-l-coyote bg-surface px-4 py-4"
      lead={`Confirm your email address to ${to}`}
      leadStays
      send={() => call(prove({ json: {} }))}
      confirm={confirm}
      confirmText="Confirm"
    />
  )
}
