import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError } from '#platform/client/api-error.ts'
import { session } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { identity } from '../identity-client.ts'
import { answerBy, NO_PASSKEY, trimmed } from '../passkey-client.ts'
import { useSubmit } from '../use-submit.ts'

/** The person closed the question; there is nothing to say about it. */
export class NotProved extends Error {}

type Waiting = { resolve: () => void; reject: (error: Error) => void }

/**
 * For work that asks for a sign-in of the last minutes: when the server says that it was longer ago, the person is asked once more
 * who they are, and the work is done again.
 * @returns `withProof(work)`, which throws `NotProved` when the person turns away, and the dialog to render.
 */
export function useProof(): { withProof: <T>(work: () => Promise<T>) => Promise<T>; dialog: ReactNode } {
  const waiting = useRef<Waiting>(undefined)
  const [open, setOpen] = useState(false)

  function ask(): Promise<void> {
    setOpen(true)
    return new Promise((resolve, reject) => {
      waiting.current = { resolve, reject }
    })
  }
  function close(isProved: boolean) {
    setOpen(false)
    if (isProved) waiting.current?.resolve()
    else waiting.current?.reject(new NotProved())
    waiting.current = undefined
  }
  async function withProof<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'ReauthenticationRequired')) throw error
      await ask()
      return work()
    }
  }
  const dialog = (
    <Dialog
      open={open}
      onOpenChange={() => close(false)}
      size="sm"
      title="Confirm it's you"
      description="You signed in a while ago. Please prove who you are before you change how you sign in."
    >
      <ProofForm onProved={() => close(true)} />
    </Dialog>
  )
  return { withProof, dialog }
}

function ProofForm({ onProved }: { onProved: () => void }) {
  const [password, setPassword] = useState('')
  const byPassword = useSubmit()
  const byPasskey = useSubmit()

  function submit(event: FormEvent) {
    event.preventDefault()
    // A form inside another dialog's React tree must not submit that one too.
    event.stopPropagation()
    if (!password) return
    void byPassword.run(async () => {
      session.begin(await call(identity.auth.reauthenticate.$post({ json: { password } })))
      onProved()
    }, 'An error occurred. Please try again.')
  }
  const passkey = () =>
    byPasskey.run(async () => {
      const { options, id } = await call(identity.auth.reauthenticate.passkey.$post())
      const credential = trimmed(await answerBy(options!))
      session.begin(await call(identity.auth.reauthenticate.$post({ json: { id, credential } })))
      onProved()
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
