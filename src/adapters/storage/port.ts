/** Where uploaded pictures live. Keys are paths such as `products/<id>/<hash>-640.avif`. */
export type Storage = {
  put: (key: string, body: Uint8Array, contentType: string) => Promise<void>
  /** The file, or undefined when there is none by that key. */
  get: (key: string) => Promise<{ body: Uint8Array; contentType: string } | undefined>
  remove: (key: string) => Promise<void>
  /** The address a browser loads a public key from. */
  publicUrl: (key: string) => string
}

/** Plain path segments: nothing that leads up, so a key cannot leave its folder, nor the public part of it. */
export const isStorageKey = (key: string) => !key.includes('..') && /^[\w.-]+(\/[\w.-]+)*$/.test(key)

/** Only what stands under these may be shown to anybody. */
export const PUBLIC_PREFIXES = ['products/', 'giveaways/'] as const
