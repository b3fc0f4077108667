import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Icon } from '../pictures/icon.tsx'

type FailedStateProps = {
  title?: ReactNode
  /** The API's message, or the next step. */
  children?: ReactNode
  onRetry?: () => void
  busy?: boolean
}

/** Announces a failed load and offers a retry. */
export function FailedState({ title = 'This could not be loaded', children, onRetry, busy }: FailedStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 border border-danger bg-danger/8 px-6 py-12 text-center"
    >
      <Icon name="warning" size={32} className="text-danger" />
      <p className="font-condensed font-semibold text-xl">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {onRetry && (
        <Button variant="secondary" className="mt-2" busy={busy} busyText="Trying again..." onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
