import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { Icon, type IconName } from '../pictures/icon.tsx'
import { type ButtonLook, buttonClass } from './button-class.ts'

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: IconName
    /** While busy, the button keeps its focus, shows `busyText` and ignores clicks. */
    busy?: boolean
    /** Replaces the text while busy, such as "Signing In...". */
    busyText?: ReactNode
  }

/** A button. `type` defaults to `button`, so that only a submit button submits. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, busy, busyText, className, children, type, onClick, ...rest } = props

  // Uses `aria-disabled` when busy, because a `disabled` button loses the focus.
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type ?? 'button'}
      onClick={click}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      data-busy={busy || undefined}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {busy && busyText ? busyText : children}
    </button>
  )
}
