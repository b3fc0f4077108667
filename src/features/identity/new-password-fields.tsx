import type { ComponentProps } from 'react'
import { PasswordField } from '#ui/password-field.tsx'

type NewPasswordFieldsProps = {
  /** Of `useForm`. */
  form: {
    text: (
      name: 'newPassword' | 'confirmPassword',
    ) => Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'>
  }
  /** Left out where the screen says it above the fields. */
  hint?: string
  autoFocus?: boolean
}

/** The identity service's rule for passwords (customer-side.md section 5). */
export const PASSWORD_RULE = 'At least 8 characters with uppercase, lowercase, number, and special character'

/** A new password, twice: the fields of every form that sets one for an account that is there. */
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
