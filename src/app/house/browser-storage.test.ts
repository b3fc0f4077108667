import { describe, expect, it } from 'vitest'
import { filesLike, fileText } from '../testing/source/repository-files.ts'

/**
 * A browser may deny storage or have a full one. Access then throws, and an unguarded access has stopped the whole site. Browser code
 * therefore reaches storage through `src/kernel/client/storage` only.
 */
const GUARDED = 'src/kernel/client/storage/'
/** The worker has no other way to its cache. A failed install leaves the shop without a worker, and a failed look-up asks the network. */
const WORKER = 'src/app/service-worker/service-worker.ts'
const STORES =
  /\b(?:localStorage|sessionStorage|indexedDB|cookieStore|BroadcastChannel|SharedWorker)\b|\bnavigator\.(?:serviceWorker|locks|storage)\b|\bdocument\.cookie\b|\bcaches\.\w+\(|'serviceWorker' in /
/** A head script stands alone before all modules, so it guards its access itself. */
const GUARDED_SCRIPT = /^export const \w+_SCRIPT = `try\{.*\}catch\(e\)\{/

const files = filesLike('src/**/*.{ts,tsx}').filter(
  file => !/\.test\.tsx?$|\/testing\//.test(file) && !file.startsWith(GUARDED) && file !== WORKER,
)

function unguardedIn(text: string): string[] {
  return text
    .split('\n')
    .filter(line => STORES.test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line) && !GUARDED_SCRIPT.test(line))
    .map(line => line.trim())
}

describe('storage of the browser', () => {
  it('is reached through the guarded module only', () => {
    expect(files.length).toBeGreaterThan(500)
    const found = files.flatMap(file => unguardedIn(fileText(file)).map(line => `${file}: ${line}`))
    expect(found).toEqual([])
  })

  it('the check finds each kind of access, and no words about it', () => {
    for (const line of [
      "localStorage.getItem('a')",
      'storage: window.localStorage,',
      'sessionStorage.a = 1',
      'await navigator.serviceWorker.ready',
      "navigator.locks.request('a', work)",
      "const cache = await caches.open('a')",
      "if ('serviceWorker' in navigator) register()",
      "new BroadcastChannel('a')",
      "document.cookie = 'a=1'",
    ])
      expect(unguardedIn(line)).toEqual([line])
    expect(unguardedIn(' * The copy in localStorage.\n// localStorage is full\nlocalStorageVerified: true,')).toEqual(
      [],
    )
  })
})
