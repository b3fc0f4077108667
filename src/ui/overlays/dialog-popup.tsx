import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { BACKDROP_CLASS, POPUP_CLASS, useFocusAfterwards } from './overlay-parts.ts'

type DialogPopupProps = Omit<ComponentProps<typeof Dialog.Popup>, 'className'> & {
  open: boolean
  /** Where it stands: by default at the foot of a phone's screen, and in the middle of others. */
  place?: string
  className: string
}

/** The popup of a dialog, above the dimmed page. */
export function DialogPopup({ open, place, className, ...rest }: DialogPopupProps) {
  const afterwards = useFocusAfterwards(open)
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className={BACKDROP_CLASS} />
      <Dialog.Viewport
        className={classNames('fixed inset-0 z-50 flex justify-center', place ?? 'items-end sm:items-center sm:p-6')}
      >
        <Dialog.Popup {...afterwards} className={classNames(POPUP_CLASS, className)} {...rest} />
      </Dialog.Viewport>
    </Dialog.Portal>
  )
}
