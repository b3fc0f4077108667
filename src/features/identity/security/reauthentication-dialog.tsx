import { type FormEvent, useEffect, useState } from 'react'
import { session } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { identity } from '../web/identity-client.ts'
import { answerQuestion } from '../web/reauthentication.ts'
import { useProfile } from '../web/use-profile.ts'
import { useSubmit } from '../web/use-submit.ts'
import { answerBy, NO_PASSKEY, trimmed } from './passkey-client.ts'
import { ReauthenticationByEmailCode } from './reauthentication-by-email-code.tsx'

/** Asks for the password or a passkey, or for a code by e-mail where there is no password, above all other dialogs. */
export function ReauthenticationDialog() {
  const isWithoutPassword = useProfile().data?.hasPassword === false
  useEscapeForItself()
  useFocusBack()
  return (
    <Dialog
      startsInField
      onOpenChange={() => answerQuestion(false)}
      size="sm"
      title="Confirm it's you"
      description="You signed in a while ago. Please confirm your identity to continue."
    >
      {isWithoutPassword ? (
        <ReauthenticationByEmailCode onReauthenticated={() => answerQuestion(true)} />
      ) : (
        <ReauthenticationForm onReauthenticated={() => answerQuestion(true)} />
      )}
    </Dialog>
  )
}

/** This dialog is outside the tree of the dialog below, which would otherwise take its Escape and close with unsaved input. */
function useEscapeForItself() {
  useEffect(() => {
    const once = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      answerQuestion(false)
    }
    window.addEventListener('keydown', once, { capture: true })
    return () => window.removeEventListener('keydown', once, { capture: true })
  }, [])
}

/** The dialog unmounts at once when answered, without the usual close that restores the focus. So this hook restores it. */
function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
        const to = isThere ? before : document.getElementById('main')
        to?.focus({ preventScroll: true })
      })
    },
    [before],
  )
}

function ReauthenticationForm({ onReauthenticated }: { onReauthenticated: () => void }) {
  const [password, setPassword] = useState('')
  const byPassword = useSubmit()
  const byPasskey = useSubmit()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!password) return
    void byPassword.run(async () => {
      session.begin(await call(identity.auth.reauthenticate.$post({ json: { password } })))
      onReauthenticated()
    })
  }
  const passkey = () =>
    byPasskey.run(async () => {
      const { options, id } = await call(identity.auth.reauthenticate.passkey.$post())
      const credential = trimmed(await answerBy(options!))
      session.begin(await call(identity.auth.reauthenticate.$post({ json: { id, credential } })))
      onReauthenticated()
    }, NO_PASSKEY)

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormError>{byPassword.problem ?? byPasskey.problem}</FormError>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus
        required
        value={password}
        onChange={event => setPassword(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!password} busy={byPassword.busy} busyText="Checking...">
          Continue
        </Button>
        <Button
          variant="secondary"
          icon="shield"
          busy={byPasskey.busy}
          busyText="Waiting..."
          onClick={() => void passkey()}
        >
          Use a passkey
        </Button>
      </div>
    </form>
  )
}
