import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'
import { FieldError } from './field.tsx'

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** May hold links: they do not toggle the box. */
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** A checkbox with its label; the label is part of the target. */
export function CheckboxField({ label, hint, error, id, className, ...input }: CheckboxFieldProps) {
  const ownId = useId()
  const boxId = id ?? ownId
  const hintId = hint ? `${boxId}-hint` : undefined
  const errorId = error ? `${boxId}-error` : undefined
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <div className="flex items-start gap-3 py-2">
        <span className="relative mt-0.5 inline-flex">
          <input
            {...input}
            type="checkbox"
            id={boxId}
            aria-invalid={error ? true : undefined}
            aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
            className="peer size-5.5 appearance-none rounded-sm border border-line-strong bg-field transition-colors checked:border-transparent checked:bg-signal-fill hover:not-disabled:border-ink disabled:opacity-45 aria-invalid:border-2 aria-invalid:border-danger"
          />
          <Icon
            name="check"
            size={16}
            className="pointer-events-none absolute inset-0 m-auto text-on-signal opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="flex min-w-0 flex-col">
          <label htmlFor={boxId}>{label}</label>
          {hint && (
            <span id={hintId} className="text-muted text-sm">
              {hint}
            </span>
          )}
        </span>
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}
