import { useState, useSyncExternalStore } from 'react'

/** An element that comes and goes, and that another part of the page watches. Only the parts that ask for it render again. */
export type PlacedElement = {
  read: () => HTMLElement | null
  place: (element: HTMLElement | null) => void
  subscribe: (listener: () => void) => () => void
}

export const usePlacedElement = (): PlacedElement => useState(createPlacedElement)[0]

/** The element itself; null until its part is on the page. */
export const useElementOf = (placed: PlacedElement): HTMLElement | null =>
  useSyncExternalStore(placed.subscribe, placed.read, () => null)

function createPlacedElement(): PlacedElement {
  const listeners = new Set<() => void>()
  let element: HTMLElement | null = null
  return {
    read: () => element,
    place(next) {
      if (next === element) return
      element = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
