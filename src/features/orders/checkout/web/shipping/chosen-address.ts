import { tabStorage } from '#kernel/client/storage/browser-storage.ts'
import { createNews, useStore } from '#kernel/client/store.ts'

const CHOSEN = 'redoubt.checkout-address'
const changes = createNews()

/**
 * The address of the book to which this tab's order goes; undefined for the default. It survives a reload and the visit to the payment page,
 * so that an order tried again does not go elsewhere.
 */
export const chosenAddress = {
  subscribe: changes.subscribe,
  get: () => tabStorage.getItem(CHOSEN) ?? undefined,
  choose(id: string | undefined) {
    if (id) tabStorage.setItem(CHOSEN, id)
    else tabStorage.removeItem(CHOSEN)
    changes.tell()
  },
}

export const useChosenAddress = () => useStore(chosenAddress, undefined)
