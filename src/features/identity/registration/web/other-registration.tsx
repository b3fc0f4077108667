import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { identity } from '../../web/identity-client.ts'
import { useSubmit } from '../../web/use-submit.ts'

type NotMeProps = {
  email: string
  code: string
  registration: string
  /** Receives the server's message. */
  onDeleted: (message: string) => void
}

/** On the page of a link: deletes its registration when the owner of the address did not make it. */
export function NotMe({ email, code, registration, onDeleted }: NotMeProps) {
  const { busy, problem, run } = useSubmit()
  const reject = () =>
    run(async () => {
      const answer = await call(identity.auth['reject-registration'].$post({ json: { email, code, registration } }))
      onDeleted(answer.message)
    }, 'An error occurred. Please try again.')
  return (
    <div className="mt-6 flex flex-col items-start gap-3">
      <FormError>{problem}</FormError>
      <p className="text-muted text-sm">You did not register with this address? Delete the registration.</p>
      <Button variant="secondary" busy={busy} busyText="Deleting..." onClick={() => void reject()}>
        This was not me
      </Button>
    </div>
  )
}

type RegistrationPasswordProps = { value: string; error: string | undefined; onChange: (password: string) => void }

/** Asked when an address was registered more than once, so that the owner confirms their own registration. */
export const RegistrationPassword = ({ value, error, onChange }: RegistrationPasswordProps) => (
  <PasswordField
    label="Password"
    name="password"
    hint="The password that you chose at this registration."
    autoComplete="current-password"
    autoFocus
    required
    value={value}
    error={error}
    onChange={event => onChange(event.target.value)}
  />
)
