import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A ref for an element with `popover`, which the browser itself opens, closes and puts above the page; it is closed when
 * the page changes, since a link inside was followed.
 */
export function usePopover(): RefObject<HTMLDivElement | null> {
  const popover = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says that the page changed.
  useEffect(() => popover.current?.hidePopover(), [key])
  return popover
}
