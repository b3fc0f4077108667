import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'

/** Texts of a field beside its control. */
export type FieldTexts = {
  label: ReactNode
  /** Below the control, so that adjacent fields align: a format, a reason. */
  hint?: ReactNode
  /** Error in one sentence; its presence marks the field as invalid. */
  error?: ReactNode
  /** Hides the label visually: for a control with an obvious meaning, like a search box. */
  labelHidden?: boolean
}

/** Props that a control must spread onto itself to belong to its field. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldTexts & {
  id?: string | undefined
  required?: boolean | undefined
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/** Connects label, hint and error with one control, so that no control writes its own `aria-describedby`. */
export function Field({ label, hint, error, labelHidden, id, required, className, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  const described = [hintId, errorId].filter(Boolean).join(' ') || undefined
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className={labelHidden ? 'sr-only' : 'font-semibold text-sm'}>
        {label}
        {required && (
          <span aria-hidden="true" className="text-signal">
            {' '}
            *
          </span>
        )}
      </label>
      {children({ id: controlId, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** Error below an invalid control, with a sign, so that colour is not the only mark. */
export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-danger text-sm">
      <Icon name="warning" size={16} className="mt-0.75" />
      <span>{children}</span>
    </p>
  )
}

/** Shared look of inputs and selects. The text is at least 16 px, so that phones do not zoom in. */
export const CONTROL_CLASS =
  'min-h-11 w-full min-w-0 rounded-sm border border-line-strong bg-field px-3 py-2 text-base text-ink transition-colors ' +
  'hover:not-disabled:border-ink disabled:opacity-45 aria-invalid:border-danger aria-invalid:border-2 aria-invalid:px-2.75 ' +
  'focus-visible:outline-offset-0'
