/** The offline page and its files; the build sets both. The version changes with any of the files. */
declare const OFFLINE_FILES: readonly string[]
declare const OFFLINE_VERSION: string

const PREFIX = 'redoubt-offline-'
const CACHE = PREFIX + OFFLINE_VERSION
const OFFLINE_PAGE = '/offline'

/** Caches the offline page while online. Files that the current page has loaded come from the browser's HTTP cache. */
export async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([OFFLINE_PAGE, ...OFFLINE_FILES])
}

/** Deletes caches of earlier versions. */
export async function forgetOldFiles(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map(name => caches.delete(name)))
}

export const isKept = (pathname: string) => OFFLINE_FILES.includes(pathname)

/** A file of the offline page: the cached one matches the cached page. */
export const keptAnswer = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { cacheName: CACHE })) ?? fetch(request)

/** Fetches a page, or returns the offline page on a network failure. Every HTTP response counts, regardless of its status. */
export async function answerNavigation(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request))
  } catch {
    return (await caches.match(OFFLINE_PAGE, { cacheName: CACHE })) ?? Response.error()
  }
}
