import type { ReactNode } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'

type BulkBarProps = {
  /** Accessible name of the bar: "Chosen orders". */
  label: string
  /** Number of selected rows; 0 hides the bar. */
  count: number
  /** Actions for all selected rows. */
  children: ReactNode
  onClear: () => void
}

/**
 * Shows the number of selected rows and their actions. Fixed at the bottom of the screen, so that the first selection moves no row under
 * the pointer. The status element is always mounted, so that screen readers announce changes.
 */
export function BulkBar({ label, count, children, onClear }: BulkBarProps) {
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${count} chosen`}
      </p>
      {count > 0 && (
        <section
          aria-label={label}
          data-bottom-bar
          className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 border-line border-t bg-raised lg:bottom-0"
        >
          <div className="page-width flex min-h-16 flex-wrap items-center gap-3 py-2">
            <p className="flex items-center gap-1 tabular-nums">
              <IconButton icon="close" size="sm" label="Choose none" className="-ml-2" onClick={onClear} />
              {count} chosen
            </p>
            {children}
          </div>
        </section>
      )}
    </>
  )
}
