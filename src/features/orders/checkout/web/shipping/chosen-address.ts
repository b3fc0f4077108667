import { useSyncExternalStore } from 'react'
import { tabStorage } from '#kernel/client/storage/browser-storage.ts'

const CHOSEN = 'redoubt.checkout-address'
const listeners = new Set<() => void>()

/**
 * The address of the book to which this tab's order goes; undefined for the default. It survives a reload and the visit to the payment page,
 * so that an order tried again does not go elsewhere.
 */
export const chosenAddress = {
  read: () => tabStorage.getItem(CHOSEN) ?? undefined,
  choose(id: string | undefined) {
    if (id) tabStorage.setItem(CHOSEN, id)
    else tabStorage.removeItem(CHOSEN)
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useChosenAddress = () => useSyncExternalStore(subscribe, chosenAddress.read, () => undefined)
