import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useUser } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { identity } from '../../web/identity-client.ts'
import { reauthenticated } from '../../web/reauthentication.ts'
import { useForm } from '../../web/use-form.ts'
import { useSubmit } from '../../web/use-submit.ts'
import { NewPasswordFields, newPasswordErrors, PASSWORD_RULE } from './new-password-fields.tsx'

/** Sets the password of an account that has none. The server asks for a recent sign-in in place of an old password. */
export function FirstPasswordForm() {
  const user = useUser()
  const client = useQueryClient()
  const { busy, problem, run } = useSubmit()
  const form = useForm({ newPassword: '', confirmPassword: '' }, chosen => ({
    ...newPasswordErrors(chosen),
    ...(chosen.newPassword && !chosen.confirmPassword && { confirmPassword: 'Please confirm your password' }),
  }))

  async function save() {
    const json = { newPassword: form.values.newPassword }
    const { message } = await reauthenticated(() => call(identity.auth['set-password'].$post({ json })))
    toast.success(message)
    await client.invalidateQueries({ queryKey: ['my', 'profile'] })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!form.isValid()) return
    void run(
      () =>
        save().catch(error => {
          const wrong = error instanceof ApiError && error.errors.newPassword?.[0]
          if (!wrong) throw error
          form.show({ newPassword: wrong })
        }),
      'Your password could not be set. Please try again.',
    )
  }
  return (
    <form {...form.form} onSubmit={submit} className="flex flex-col gap-5">
      <FormError>{problem}</FormError>
      <p>Your account has no password yet. You sign in by a code that we send to your email at the checkout.</p>
      {/* Tells password managers the account of this password. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <NewPasswordFields form={form} hint={PASSWORD_RULE} />
      <Button type={form.submitType} variant="secondary" busy={busy} busyText="Saving..." className="self-start">
        Set Password
      </Button>
    </form>
  )
}
