import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { Icon, type IconName } from '../pictures/icon.tsx'

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: IconName
    /** While busy, the button keeps its focus, shows `busyText` and ignores clicks. */
    busy?: boolean
    /** Replaces the text while busy, such as "Signing In...". */
    busyText?: ReactNode
    /** A press starts it, and the button is busy until it has settled: in place of `busy` and `onClick`. */
    mutation?: { isPending: boolean; mutate: () => void }
  }

/** A button. `type` defaults to `button`, so that only a submit button submits. */
export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, mutation, busyText, className, children, type, ...given } = props
  const { busy = mutation?.isPending, onClick = () => mutation?.mutate(), ...rest } = given

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

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'

export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize /** Fills its container. */; wide?: boolean }

const BASE =
  'label inline-flex select-none items-center justify-center gap-2 rounded-sm border text-center transition-colors ' +
  'disabled:opacity-45 aria-disabled:not-data-busy:opacity-45'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-signal-fill text-on-signal hover:not-disabled:bg-signal-hover',
  secondary: 'border-line-strong bg-transparent text-ink hover:not-disabled:border-ink hover:not-disabled:bg-raised',
  quiet: 'border-transparent bg-transparent text-ink hover:not-disabled:bg-raised',
  danger: 'border-transparent bg-danger-fill text-on-danger hover:not-disabled:bg-danger-hover',
}

/** `sm` is for dense admin rows. Touch targets need `md` (44 px) or more. */
const SIZES: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-5',
  lg: 'min-h-13 px-7 text-lg',
}

/** Classes for any element that must look like a button. */
export function buttonClass({ variant = 'primary', size = 'md', wide = false }: ButtonLook, extra?: string): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], wide && 'w-full', extra)
}
