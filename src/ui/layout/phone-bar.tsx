import type { ReactNode, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { useInSight } from './use-in-sight.ts'

type PhoneBarProps = {
  /** The part of the page that the bar stands in for. */
  below: RefObject<HTMLElement | null>
  /** A part with a bar of its own. */
  unless?: HTMLElement | null
  children: ReactNode
}

/** Sits above the phone's bottom navigation while neither `below` nor `unless` is in sight. */
export function PhoneBar({ below, unless, children }: PhoneBarProps) {
  const isBelow = useInSight(below)
  const isBeside = useInSight(unless)
  const needed = isBelow === false && !isBeside
  return (
    <div
      // Floating elements at the foot of the page stay above this bar.
      data-bottom-bar
      inert={!needed}
      className={classNames(
        'fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-20 flex min-h-15 items-center gap-4 border-line border-t bg-surface px-4 py-2 transition-opacity md:hidden',
        !needed && 'pointer-events-none opacity-0',
      )}
    >
      {/* Its buttons are copies of those in the page, so only one of them is there. */}
      {needed && children}
    </div>
  )
}
