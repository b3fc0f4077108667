import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { filesOf } from '#adapters/images/picture-files.server.ts'
import { openTestShop } from '#app/testing/shop.ts'

it('a picture whose process is killed is asked for again, and nothing of it is stored [B-30.11]', async () => {
  const shop = await openTestShop()
  const admin = await shop.addUser({ admin: true })
  const bytes = await sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: '#3b4a33',
      noise: { type: 'gaussian', mean: 90, sigma: 9 },
    },
  })
    .jpeg()
    .toBuffer()
  const upload = () => {
    const body = new FormData()
    body.append('files', new File([new Uint8Array(bytes)], 'photo.jpg'))
    return shop.call('/api/products/images', { as: admin, body, headers: { 'idempotency-key': crypto.randomUUID() } })
  }
  const key = `products/${createHash('sha256').update(bytes).digest('base64url').slice(0, 24)}`
  const stored = async () => {
    const rows = await shop.services.db.selectFrom('picture').select('key').where('key', '=', key).execute()
    const files = await Promise.all(filesOf(key).map(file => shop.services.storage.get(file)))
    return { rows: rows.length, files: files.filter(Boolean).length }
  }

  const broken = upload()
  await expect.poll(shop.pictures.pid).toBeDefined()
  process.kill(shop.pictures.pid()!, 'SIGKILL')
  const { status, json, headers } = await broken
  expect([status, json.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '5'])
  expect(await stored()).toEqual({ rows: 0, files: 0 })

  expect((await upload()).status).toBe(200)
  expect(await stored()).toEqual({ rows: 1, files: filesOf(key).length })
  const pid = shop.pictures.pid()!
  await shop.close()
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)
})
