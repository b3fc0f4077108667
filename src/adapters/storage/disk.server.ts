import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isStorageKey, type Storage } from '#kernel/ports/storage.ts'

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
}

/** Stores files in a local folder; the default without object storage. */
export function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string) => {
    if (!isStorageKey(key)) throw new Error('This is no storage key.')
    return join(folder, key)
  }
  return {
    async put(key, body) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // Writes to a temporary file and renames it, so that readers never see a partial picture.
      const part = `${path}.${crypto.randomUUID()}.part`
      await writeFile(part, body)
      await rename(part, path)
    },
    async get(key) {
      // Any caller may request any key.
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
