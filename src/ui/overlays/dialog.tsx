import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../pictures/icon.tsx'
import { DialogPopup } from './dialog-popup.tsx'

const WIDTHS = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl' }

/** Dims a dialog below another dialog, like the page behind it. */
const UNDER_ANOTHER =
  'relative data-nested-dialog-open:after:absolute data-nested-dialog-open:after:inset-0 data-nested-dialog-open:after:rounded-md data-nested-dialog-open:after:bg-scrim'

const FILLS_PHONE =
  'max-h-[92dvh] max-sm:h-dvh max-sm:max-h-dvh max-sm:rounded-none [@media(height<32rem)]:h-dvh [@media(height<32rem)]:max-h-dvh'

type DialogProps = {
  /** Omit for a dialog that is mounted only while it is open. */
  open?: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, in a bar that stays visible while the content scrolls. */
  footer?: ReactNode
  size?: keyof typeof WIDTHS
  /** Requires an answer: Escape and a press outside do nothing, and there is no close button. */
  firm?: boolean
  /** Puts the initial focus on the first field instead of the close button, except on touch, where that would open the keyboard. */
  startsInField?: boolean
  /** Makes the content a column of the available height: a part with its own scrolling shrinks first. */
  fitted?: boolean
  /** Takes the whole screen where it is narrow or low. */
  fillsPhone?: boolean
}

/** A modal dialog. The focus moves in, stays inside, and returns on close. */
export function Dialog(props: DialogProps) {
  const { open = true, onOpenChange, title, description, children, footer, size = 'md', firm = false, fitted } = props
  const body = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={next => (next || !firm) && onOpenChange(next)} disablePointerDismissal={firm}>
      <DialogPopup
        open={open}
        initialFocus={how => !props.startsInField || how === 'touch' || (firstField(body.current) ?? true)}
        className={classNames(
          UNDER_ANOTHER,
          props.fillsPhone ? FILLS_PHONE : 'max-h-[92dvh]',
          'flex w-full flex-col data-ending-style:translate-y-2 data-starting-style:translate-y-2',
          WIDTHS[size],
        )}
      >
        <header className="flex items-start gap-4 border-line border-b px-5 py-4 sm:px-6">
          <div className="min-w-0 flex-1">
            <Base.Title className="text-xl">{title}</Base.Title>
            {description && <Base.Description className="mt-1 text-muted text-sm">{description}</Base.Description>}
          </div>
          {!firm && <OverlayClose />}
        </header>
        {children && (
          <div
            ref={body}
            className={classNames('min-h-0 flex-1 overflow-y-auto px-5 py-5 sm:px-6', fitted && 'flex flex-col')}
          >
            {children}
          </div>
        )}
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 border-line border-t px-5 py-4 sm:px-6">{footer}</footer>
        )}
      </DialogPopup>
    </Base.Root>
  )
}

const firstField = (body: HTMLElement | null) =>
  body?.querySelector<HTMLElement>(':is(input, select, textarea):enabled:not([readonly])')

/** Close button in the corner of a dialog or a drawer; works only inside one. */
export function OverlayClose() {
  return (
    <Base.Close
      aria-label="Close"
      className="-mt-1.5 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-sm transition-colors hover:bg-raised"
    >
      <Icon name="close" size={24} />
    </Base.Close>
  )
}
