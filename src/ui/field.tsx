import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

/** What a field shows beside its control. */
export type FieldTexts = {
  label: ReactNode
  /** Stands under the control, so that fields side by side stay in line: a format, a reason. */
  hint?: ReactNode
  /** What is wrong, in one sentence; present means invalid. */
  error?: ReactNode
  /** Only read aloud: for a control whose meaning is plain to the eye, like a search box. */
  labelHidden?: boolean
}

/** What a control must spread onto itself to belong to its field. */
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

/** Label, hint and error of one control, wired once: no control writes its own `aria-describedby`. */
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

/** The sentence under an invalid control, with a sign so that colour is not its only mark. */
export function FieldError({ id, children }: { id: string | undefined; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-danger text-sm">
      <Icon name="warning" size={16} className="mt-0.75" />
      <span>{children}</span>
    </p>
  )
}
