import { type ReactNode, useId } from 'react'
import { Notice } from '#ui/feedback/notice.tsx'

type ToggleRowProps = {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  /** The toggle cannot be changed. */
  disabled?: boolean
  /** A change is being saved: the toggle keeps its focus and ignores clicks. */
  busy?: boolean
  onChange: (on: boolean) => void
}

/** A switch after its label; the label is part of the click target. */
export function ToggleRow({ label, hint, checked, disabled = false, busy = false, onChange }: ToggleRowProps) {
  const id = useId()
  const off = disabled || busy
  return (
    <div className="flex items-start justify-between gap-6 border-line border-b py-3 last:border-b-0">
      <span className="flex min-w-0 flex-col">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </span>
        )}
      </span>
      <span className="relative inline-flex h-11 w-13 shrink-0 items-center">
        <input
          type="checkbox"
          role="switch"
          id={id}
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-disabled={off || undefined}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={event => off || onChange(event.target.checked)}
          className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-sm disabled:cursor-not-allowed aria-disabled:cursor-not-allowed"
        />
        <span className="pointer-events-none h-7 w-full rounded-sm border border-line-strong bg-field transition-colors peer-checked:border-transparent peer-checked:bg-signal-fill peer-aria-disabled:opacity-45" />
        <span className="pointer-events-none absolute left-1 size-5 rounded-sm bg-muted transition-[translate,background-color] peer-checked:translate-x-6 peer-checked:bg-on-signal peer-aria-disabled:opacity-45" />
      </span>
    </div>
  )
}

/** Settings that failed to load: placeholder text and a button to load again. */
export function NotLoaded({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <Notice kind="warning" live>
      {children}{' '}
      <button type="button" className="min-h-6 underline underline-offset-3" onClick={onRetry}>
        Load again
      </button>
    </Notice>
  )
}
