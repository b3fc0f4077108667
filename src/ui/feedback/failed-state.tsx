import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Icon } from '../pictures/icon.tsx'

type FailedStateProps = {
  title?: ReactNode
  /** The API's message, or the next step. */
  children?: ReactNode
  onRetry?: () => void
  busy?: boolean
  /** The failed query: in place of `children`, `onRetry` and `busy`. */
  query?: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

/** Announces a failed load and offers a retry. */
export function FailedState({ title = 'This could not be loaded', query, ...rest }: FailedStateProps) {
  const { children = query?.error?.message, onRetry = query && (() => void query.refetch()) } = rest
  const { busy = query?.isFetching } = rest
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
