import { ChangePasswordBody } from '../contract.ts'
import { type Errors, errorsOf } from '../web/use-form.ts'

type NewPassword = { newPassword: string; confirmPassword: string }

/** Validates a new password and its repetition, for all screens that ask for one. */
export function newPasswordErrors({ newPassword, confirmPassword }: NewPassword): Errors<NewPassword> {
  const rule = ChangePasswordBody.pick({ newPassword: true })
  const { newPassword: wrong } = errorsOf<{ newPassword: string }>(rule, { newPassword })
  const differs = confirmPassword !== '' && confirmPassword !== newPassword
  return { ...(wrong && { newPassword: wrong }), ...(differs && { confirmPassword: 'Passwords do not match' }) }
}
