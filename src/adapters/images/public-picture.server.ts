import { PUBLIC_PREFIXES, type Storage } from '#kernel/ports/storage.ts'
import { refuse } from '#platform/errors.ts'

const KEY = /^[\w-]+(\/[\w-]+)+(\.(avif|webp|jpe?g|png))?$/

/**
 * Returns the public URL of a picture by its storage key, with or without `s3:`. For a key without width and extension, returns the URL of
 * the middle width.
 * @throws not_found for a key outside of the public prefixes.
 */
export function publicPictureUrl(storage: Pick<Storage, 'publicUrl'>, reference: string): string {
  const key = reference.replace(/^s3:/, '')
  if (!KEY.test(key) || !PUBLIC_PREFIXES.some(prefix => key.startsWith(prefix))) throw refuse('not_found')
  return storage.publicUrl(key.includes('.') ? key : `${key}-640.webp`)
}
