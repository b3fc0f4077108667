/** A storage of texts, as `localStorage`. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type GuardedStorage = TextStorage & {
  /** False when a value would not survive a reload: the storage is denied or full. */
  canKeep: () => boolean
  /** Called when another tab stored a newer value; null stands for all keys. */
  changedElsewhere: (key: string | null) => void
}

const PROBE = 'redoubt.probe'
/** As long as the longest small value, so that an almost full storage counts as full. */
const PROBE_TEXT = 'x'.repeat(128)

/**
 * Guards a storage that the browser may deny, so that each access throws, or that may be full, so that writes throw. A value that the storage
 * does not take lasts as long as the page.
 * @param open returns the storage; may throw.
 */
export function guardStorage(open: () => TextStorage): GuardedStorage {
  /** Values that the storage did not take; null stands for a removed value. */
  const held = new Map<string, string | null>()

  function attempt<T>(work: (storage: TextStorage) => T): { answer: T } | undefined {
    try {
      return { answer: work(open()) }
    } catch {
      return undefined
    }
  }
  function write(key: string, text: string | null) {
    const written = attempt(storage => (text === null ? storage.removeItem(key) : storage.setItem(key, text)))
    if (written) held.delete(key)
    else held.set(key, text)
  }

  return {
    getItem: key =>
      held.get(key) ?? (held.has(key) ? null : (attempt(storage => storage.getItem(key))?.answer ?? null)),
    setItem: (key, text) => write(key, text),
    removeItem: key => write(key, null),
    canKeep: () =>
      attempt(storage => {
        storage.setItem(PROBE, PROBE_TEXT)
        storage.removeItem(PROBE)
      }) !== undefined,
    changedElsewhere(key) {
      if (key === null) held.clear()
      else held.delete(key)
    },
  }
}

/** The server renders for all visitors and keeps nothing. */
const NOTHING: GuardedStorage = {
  getItem: () => null,
  setItem() {},
  removeItem() {},
  canKeep: () => true,
  changedElsewhere() {},
}
const isBrowser = typeof window !== 'undefined'

/** `localStorage`, guarded. The only way to it; `src/app/house/browser-storage.test.ts` refuses others. */
export const browserStorage = isBrowser ? guardStorage(() => window.localStorage) : NOTHING

/** `sessionStorage`, guarded. */
export const tabStorage = isBrowser ? guardStorage(() => window.sessionStorage) : NOTHING

// Registered before all other listeners, because they import this file and read the newer value.
if (isBrowser)
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === null || storageArea === openStorage()) browserStorage.changedElsewhere(key)
  })

function openStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** @returns null for a missing or malformed value. */
export function jsonIn(storage: Pick<TextStorage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/**
 * Inline script in `<head>` that replaces a denied `sessionStorage` with an empty one, because the router's own inline script reads it
 * unguarded. It is constant, because the CSP allows it by its hash.
 */
export const TAB_STORAGE_SCRIPT = `try{sessionStorage}catch(e){Object.defineProperty(self,'sessionStorage',{configurable:true,value:{getItem:function(){return null},setItem:function(){},removeItem:function(){}}})}`
