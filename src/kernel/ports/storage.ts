/** Storage for uploaded pictures. Keys are paths such as `products/<id>/<hash>-640.avif`. */
export type Storage = {
  put: (key: string, body: Uint8Array, contentType: string) => Promise<void>
  /** Returns undefined when the key does not exist. */
  get: (key: string) => Promise<{ body: Uint8Array; contentType: string } | undefined>
  remove: (key: string) => Promise<void>
  /** The URL from which a browser loads a public key. */
  publicUrl: (key: string) => string
}

/** Allows only plain path segments without `..`, so that a key cannot leave its folder or its public prefix. */
export const isStorageKey = (key: string) => !key.includes('..') && /^[\w.-]+(\/[\w.-]+)*$/.test(key)

/** Only keys under these prefixes are public. */
export const PUBLIC_PREFIXES = ['products/', 'giveaways/', 'reviews/', 'winners/', 'brand/', 'home/'] as const

/**
 * How long browsers and caches in front keep a file. Keys are derived from content, so a file never changes; a winner's photo goes at once
 * when its consent is withdrawn.
 */
export const cacheControlOf = (key: string): string =>
  key.startsWith('winners/') ? 'public, max-age=60' : 'public, max-age=31536000, immutable'
