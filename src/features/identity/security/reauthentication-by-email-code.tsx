import { session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { EmailCodeForm } from '../web/email-code-form.tsx'
import { identity } from '../web/identity-client.ts'

/** Confirms a user without a password by a code by e-mail. */
export function ReauthenticationByEmailCode({ onReauthenticated }: { onReauthenticated: () => void }) {
  async function confirm(code: string) {
    session.begin(await call(identity.auth.reauthenticate.$post({ json: { code } })))
    onReauthenticated()
  }
  return (
    <EmailCodeForm
      lead="Your account has no password. We send a 6-digit code to your email."
      send={() => call(identity.auth.reauthenticate.code.$post())}
      confirm={confirm}
      confirmText="Continue"
      isOnlyAct
    />
  )
}
