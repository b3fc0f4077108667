import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A ref for an element with `popover`, which the browser opens, closes and places above the page. Closes the popover when the page changes,
 * because the user followed a link inside.
 */
export function usePopover(): RefObject<HTMLDivElement | null> {
  const popover = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says that the page changed.
  useEffect(() => popover.current?.hidePopover(), [key])
  return popover
}
