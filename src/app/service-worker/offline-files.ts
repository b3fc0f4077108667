/** The offline page and what it is drawn with; the build fills both in. The version changes with any of the files. */
declare const OFFLINE_FILES: readonly string[]
declare const OFFLINE_VERSION: string

const PREFIX = 'redoubt-offline-'
const CACHE = PREFIX + OFFLINE_VERSION
const OFFLINE_PAGE = '/offline'

/** Keeps the offline page while there is a network. What the page at hand has loaded already comes from the browser's own store. */
export async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.addAll([OFFLINE_PAGE, ...OFFLINE_FILES])
}

/** Lets go of what an earlier version kept. */
export async function forgetOldFiles(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map(name => caches.delete(name)))
}

export const isKept = (pathname: string) => OFFLINE_FILES.includes(pathname)

/** A file of the offline page: what is kept is what that page was built with. */
export const keptAnswer = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { cacheName: CACHE })) ?? fetch(request)

/** A page from the network; without one, the offline page in its place. An answer of the shop is an answer, whatever its status. */
export async function answerNavigation(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  try {
    return (await preloaded) ?? (await fetch(request))
  } catch {
    return (await caches.match(OFFLINE_PAGE, { cacheName: CACHE })) ?? Response.error()
  }
}
