import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'
import { POPUP_CLASS } from './overlay-class.ts'

type TooltipProps = {
  text: ReactNode
  /** One focusable element with its own accessible name: touch and screen reader users never get `text`. */
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/** A short hint on hover or focus. Information must also exist elsewhere. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  // Rendered beside its trigger instead of at the end of the body, so that it stays in the trigger's landmark.
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Base.Root>
      <Base.Trigger delay={350} render={children} />
      <span ref={setPlace} className="absolute" />
      <Base.Portal container={place}>
        <Base.Positioner side={side} sideOffset={6} positionMethod="fixed" className="z-60">
          <Base.Popup className={classNames(POPUP_CLASS, 'max-w-64 bg-raised px-3 py-1.5 text-sm')}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
