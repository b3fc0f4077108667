import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isStorageKey, type Storage } from './port.ts'

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
}

/** Files in a folder of this machine; the default when no object storage is configured. */
export function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    if (!isStorageKey(key)) throw new Error('This is no storage key.')
    return join(folder, key)
  }
  return {
    async put(key, body) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // Written beside and renamed, so that nobody ever reads half a picture.
      const part = `${path}.${crypto.randomUUID()}.part`
      await writeFile(part, body)
      await rename(part, path)
    },
    async get(key) {
      // Anybody may ask for anything.
      if (!isStorageKey(key)) return undefined
      const body = await readFile(pathOf(key)).catch(() => undefined)
      return body && { body, contentType: TYPES[key.split('.').at(-1)!] ?? 'application/octet-stream' }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    publicUrl: key => `/files/${key}`,
  }
}
