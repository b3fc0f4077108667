import { PUBLIC_PREFIXES, type Storage } from '#adapters/storage/port.ts'
import { refuse } from '#platform/errors.ts'

const KEY = /^[\w-]+(\/[\w-]+)+(\.(avif|webp|jpe?g|png))?$/

/**
 * The address of a picture by its storage key, with or without `s3:`. A key without width and ending stands for all of
 * them; its middle one is given.
 * @throws not_found for whatever is not under a public prefix (decisions.md).
 */
export function publicPictureUrl(storage: Pick<Storage, 'publicUrl'>, reference: string): string {
  const key = reference.replace(/^s3:/, '')
  if (!KEY.test(key) || !PUBLIC_PREFIXES.some(prefix => key.startsWith(prefix))) throw refuse('not_found')
  return storage.publicUrl(key.includes('.') ? key : `${key}-640.webp`)
}
