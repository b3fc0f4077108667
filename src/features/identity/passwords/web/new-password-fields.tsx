import type { ComponentProps, FormEvent } from 'react'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { ChangePasswordBody } from '../../user/contract.ts'
import { type Errors, errorsOf, useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'

type NewPasswordFieldsProps = {
  /** The result of `useForm`. */
  form: {
    text: (
      name: 'newPassword' | 'confirmPassword',
    ) => Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>
  }
  /** Missing when the screen shows it above the fields. */
  hint?: string
  autoFocus?: boolean
}

/** The password rule of the server. */
export const PASSWORD_RULE = 'At least 8 characters with uppercase, lowercase, number, and special character'

/** The two fields of a new password, for every form that sets one on an existing account. */
export function NewPasswordFields({ form, hint, autoFocus }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...form.text('newPassword')}
        label="New Password"
        hint={hint}
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
      />
      <PasswordField
        {...form.text('confirmPassword')}
        label="Confirm New Password"
        autoComplete="new-password"
        required
      />
    </>
  )
}

type NewPassword = { newPassword: string; confirmPassword: string }

/** Validates a new password and its repetition, for all screens that ask for one. */
export function newPasswordErrors({ newPassword, confirmPassword }: NewPassword): Errors<NewPassword> {
  const rule = ChangePasswordBody.pick({ newPassword: true })
  const { newPassword: wrong } = errorsOf<{ newPassword: string }>(rule, { newPassword })
  const differs = confirmPassword !== '' && confirmPassword !== newPassword
  return { ...(wrong && { newPassword: wrong }), ...(differs && { confirmPassword: 'Passwords do not match' }) }
}

/** The form of a new password, which is sent once both fields are filled and alike. `send` may show the server's problem at a field. */
export function useNewPassword(
  send: (newPassword: string, show: (problems: Errors<NewPassword>) => void) => Promise<void>,
  otherwise?: string,
) {
  const { busy, problem, run } = useSubmit()
  const form = useForm({ newPassword: '', confirmPassword: '' }, newPasswordErrors)
  const { newPassword, confirmPassword } = form.values
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!newPassword || !confirmPassword || !form.isValid()) return
    void run(() => send(newPassword, form.show), otherwise)
  }
  return { form, busy, problem, submit, isEmpty: !newPassword || !confirmPassword }
}
