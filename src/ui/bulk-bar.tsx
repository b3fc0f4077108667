import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

type BulkBarProps = {
  /** What is chosen, "Chosen orders": names the bar. */
  label: string
  /** Nothing is shown for 0. */
  count: number
  /** What can be done with all of it. */
  children: ReactNode
  onClear: () => void
}

/**
 * What can be done with what is chosen in a list, and how much that is. It stands at the foot of the screen, so that no row moves from
 * under the pointer with the first one chosen; the place of what it says stays there, so that it is read aloud.
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
