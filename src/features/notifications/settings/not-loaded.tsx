import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/notice.tsx'

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
