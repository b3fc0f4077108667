import type { ComponentProps } from 'react'
import { TextField } from '#ui/forms/text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>

/** An e-mail address. @param props.autoComplete `username` for a sign-in, `email` for a new address. */
export const EmailField = (props: Props) => (
  <TextField
    {...props}
    label="Email"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
)

/** A phone number in any common form; the server normalises it. */
export const PhoneField = (props: Props) => (
  <TextField
    {...props}
    label="Phone Number"
    type="tel"
    inputMode="tel"
    autoComplete="tel"
    placeholder="(555) 123-4567"
    required
  />
)
