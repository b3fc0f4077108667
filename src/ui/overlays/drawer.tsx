import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { OverlayClose } from './dialog.tsx'
import { BACKDROP_CLASS, useFocusAfterwards } from './overlay-parts.ts'

const SIDES = {
  right: 'right-0 border-l data-ending-style:translate-x-full data-starting-style:translate-x-full',
  left: 'left-0 border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
}

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
  /** Fixed at the bottom while the content scrolls: totals and the button. */
  footer?: ReactNode
  side?: keyof typeof SIDES
}

/** A modal dialog at the side of the page: cart, filters, and the menu on phones. */
export function Drawer({ open, onOpenChange, title, children, footer, side = 'right' }: DrawerProps) {
  const afterwards = useFocusAfterwards(open)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP_CLASS} />
        <Base.Popup
          {...afterwards}
          className={classNames(
            'fixed inset-y-0 z-50 flex w-[min(28rem,100vw)] flex-col border-line-strong bg-surface outline-none',
            'transition-transform duration-200 ease-out',
            SIDES[side],
          )}
        >
          <header className="flex items-center justify-between gap-4 border-line border-b px-5 py-4">
            <Base.Title className="text-xl">{title}</Base.Title>
            <OverlayClose />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5">{children}</div>
          {footer && <footer className="border-line border-t bg-raised px-5 py-4">{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
