import { tabStorage } from '#kernel/client/storage/browser-storage.ts'
import { createNews } from '#kernel/client/store.ts'

/**
 * A choice for the order of this tab; undefined for the default. It survives a reload and the visit to the payment page, so that an order
 * tried again is the one that was chosen. `usePaidOrder` ends it.
 * @param key of the tab's storage
 */
export function createTabChoice(key: string) {
  const changes = createNews()
  return {
    subscribe: changes.subscribe,
    get: () => tabStorage.getItem(key) ?? undefined,
    choose(id: string | undefined) {
      if (id) tabStorage.setItem(key, id)
      else tabStorage.removeItem(key)
      changes.tell()
    },
  }
}
