import { type ComponentProps, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'suffix' | 'prefix'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password with a toggle that shows it; hidden again after a reload. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <IconButton
      icon={shown ? 'eye-off' : 'eye'}
      label={shown ? 'Hide password' : 'Show password'}
      onClick={() => setShown(!shown)}
      disabled={props.disabled}
    />
  )
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={toggle}
    />
  )
}
