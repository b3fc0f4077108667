import { useState } from 'react'
import { createStore, useStore } from '#kernel/client/store.ts'

/** An element that comes and goes, and that another part of the page watches. Only the parts that ask for it render again. */
export type PlacedElement = ReturnType<typeof createPlacedElement>

const createPlacedElement = () => createStore<HTMLElement | null>(() => null)

export const usePlacedElement = (): PlacedElement => useState(createPlacedElement)[0]

/** The element itself; null until its part is on the page. */
export const useElementOf = (placed: PlacedElement): HTMLElement | null => useStore(placed, null)
