import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createDiskStorage } from './disk.server.ts'

const folder = await mkdtemp(join(tmpdir(), 'redoubt-disk-'))
const storage = createDiskStorage(join(folder, 'files'))
const bytes = new TextEncoder().encode('pixels')

it('returns a stored file with its type until it is removed [B-1.16]', async () => {
  await storage.put('products/a_B-1-640.avif', bytes, 'image/avif')
  const file = await storage.get('products/a_B-1-640.avif')
  expect([String(file?.body), file?.contentType]).toEqual([String(Buffer.from(bytes)), 'image/avif'])
  await storage.remove('products/a_B-1-640.avif')
  expect(await storage.get('products/a_B-1-640.avif')).toBeUndefined()
})

it('finds no file by a path outside its folder', async () => {
  await writeFile(join(folder, 'secret'), 'secret')
  await storage.put('private/letter', bytes, 'text/plain')
  for (const key of [
    '../secret',
    'products/../private/letter',
    'products/../../secret',
    '/etc/passwd',
    'a\0b',
    'a//b',
    '',
  ])
    expect(await storage.get(key), key).toBeUndefined()
  await expect(storage.put('../out', bytes, 'text/plain')).rejects.toThrow('no storage key')
  await expect(storage.remove('../secret')).rejects.toThrow('no storage key')
})
