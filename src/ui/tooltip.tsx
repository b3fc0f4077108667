import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'
import { POPUP_CLASS } from './overlay-class.ts'

type TooltipProps = {
  text: ReactNode
  /** One focusable element, named without the tooltip: touch and screen readers never see `text`. */
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right'
}

/** A short hint for those who hover or focus. Never the only place where something is said. */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  // Opened beside its trigger and not at the end of the body: so it stays in the landmark it belongs to.
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
