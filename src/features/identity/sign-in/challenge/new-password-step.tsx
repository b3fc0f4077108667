import type { FormEvent } from 'react'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { Button } from '#ui/buttons/button.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { newPasswordErrors } from '../../passwords/new-password.ts'
import { NewPasswordFields, PASSWORD_RULE } from '../../passwords/web/new-password-fields.tsx'
import { useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { FormHead } from '../web/identity-frame.tsx'
import type { Send } from './code-step.tsx'

/** Asks for a new password in place of a temporary one. */
export function NewPasswordStep({ send }: { send: Send }) {
  const { busy, problem, run } = useSubmit()
  const form = useForm({ newPassword: '', confirmPassword: '' }, newPasswordErrors)
  const { newPassword, confirmPassword } = form.values

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!newPassword || !confirmPassword || !form.isValid()) return
    void run(async () => {
      await send({ newPassword }).catch(error => {
        const wrong = error instanceof ApiError && error.errors.newPassword?.[0]
        if (!wrong) throw error
        form.show({ newPassword: wrong })
      })
    }, 'An error occurred. Please try again.')
  }
  return (
    <>
      <FormHead title="Choose a New Password">
        You signed in with a temporary password. Choose one of your own to go on.
      </FormHead>
      <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
        <FormError>{problem}</FormError>
        <NewPasswordFields form={form} hint={PASSWORD_RULE} autoFocus />
        <Button
          type="submit"
          size="lg"
          wide
          disabled={!newPassword || !confirmPassword}
          busy={busy}
          busyText="Saving..."
        >
          Save and Sign In
        </Button>
      </form>
    </>
  )
}
