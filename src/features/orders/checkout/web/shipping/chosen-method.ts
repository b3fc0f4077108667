import { tabStorage } from '#kernel/client/storage/browser-storage.ts'
import { createNews, useStore } from '#kernel/client/store.ts'

const CHOSEN = 'redoubt.checkout-method'
const changes = createNews()

/** The method of shipping that this tab's shopper chose; undefined for the lowest price. It survives a reload and the visit to the payment page. */
export const chosenMethod = {
  subscribe: changes.subscribe,
  get: () => tabStorage.getItem(CHOSEN) ?? undefined,
  choose(id: string | undefined) {
    if (id) tabStorage.setItem(CHOSEN, id)
    else tabStorage.removeItem(CHOSEN)
    changes.tell()
  },
}

export const useChosenMethod = () => useStore(chosenMethod, undefined)
