import type { FormEvent } from 'react'
import { useSession } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { refreshSecurity } from '../../security/security-queries.ts'
import { identity } from '../../web/identity-client.ts'
import { useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { newPasswordErrors } from '../new-password.ts'
import { NewPasswordFields, PASSWORD_RULE } from './new-password-fields.tsx'

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The current password and the new one twice. Saving signs out all other browsers. */
export function PasswordForm() {
  const { user } = useSession()
  const { busy, problem, run } = useSubmit()
  const form = useForm(EMPTY, ({ currentPassword, ...chosen }) => ({
    ...(!currentPassword && { currentPassword: 'Password is required' }),
    ...newPasswordErrors(chosen),
    ...(chosen.newPassword && !chosen.confirmPassword && { confirmPassword: 'Please confirm your password' }),
  }))

  async function change() {
    const { currentPassword, newPassword } = form.values
    const answer = await call(identity.auth['change-password'].$post({ json: { currentPassword, newPassword } }))
    for (const name of ['currentPassword', 'newPassword', 'confirmPassword'] as const) form.set(name, '')
    toast.success(answer.message)
    await refreshSecurity()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    void run(async () => {
      await change().catch(error => {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'IncorrectPassword') return form.show({ currentPassword: error.message })
        const wrong = error.errors.newPassword?.[0]
        if (!wrong) throw error
        form.show({ newPassword: wrong })
      })
    }, 'Your password could not be changed. Please try again.')
  }
  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      {/* Tells password managers the account of this password. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        {...form.text('currentPassword')}
        label="Current Password"
        autoComplete="current-password"
        required
      />
      <NewPasswordFields form={form} hint={PASSWORD_RULE} />
      <Button type={form.submitType} variant="secondary" busy={busy} busyText="Saving..." className="self-start">
        Change Password
      </Button>
    </form>
  )
}
