import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { freeEntryData } from '#features/free-entry/personal-data.server.ts'
import { giveawaysData } from '#features/giveaways/personal-data.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { ADDRESS, openRegister } from '../../testing/register.ts'
import { forgetScans } from '../commands/forget-scans.server.ts'

const { shop, admin, second, addGiveaway } = await openRegister()
const { db } = shop.services
const typist = await shop.addUser({ role: 'manager', name: 'Lee Ward' })

const opened = async (giveaway: { id: string }): Promise<number> =>
  (await shop.call('/api/admin/mail-desk/cards', { as: admin, json: { giveaway: giveaway.id } })).json.numbers[0]

it('a scan is kept without metadata, read by staff alone, replaced, and erased with its sender [B-25.15]', async () => {
  const giveaway = await addGiveaway()
  const number = await opened(giveaway)
  const path = `/api/admin/cards/${number}/scan`
  const send = (bytes: Uint8Array<ArrayBuffer>, as: TestUser = typist) => {
    const body = new FormData()
    body.append('files', new File([bytes], 'card.jpg'))
    return shop.call(path, { as, body, headers: { 'idempotency-key': crypto.randomUUID() } })
  }
  const picture = sharp({ create: { width: 900, height: 500, channels: 3, background: '#eee' } })
  const photo = new Uint8Array(
    await picture
      .withExif({ IFD0: { Copyright: 'Ada' } })
      .jpeg()
      .toBuffer(),
  )
  const wrong = await send(new TextEncoder().encode('%PDF-1.7'))
  expect(wrong.json).toMatchObject({
    code: 'picture_unreadable',
    detail: expect.stringContaining('card.jpg is not a picture'),
  })
  expect((await shop.call(path, { as: second })).json.code).toBe('card_not_scanned')
  expect((await send(photo)).status).toBe(200)
  const [first] = await db.selectFrom('mail_card_scan').select('file_key').where('card_number', '=', number).execute()
  expect((await send(photo)).status).toBe(200)
  expect(await shop.services.storage.get(first!.file_key)).toBeUndefined()
  const [stored] = await db.selectFrom('mail_card_scan').select('file_key').where('card_number', '=', number).execute()
  const file = (await shop.services.storage.get(stored!.file_key))!
  const { format, exif } = await sharp(file.body).metadata()
  expect([format, exif]).toEqual(['webp', undefined])
  // Neither a shopper nor the public address of files has it.
  const answer = await shop.call(path, { as: second })
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('content-type')]).toEqual([
    200,
    'private, no-store',
    'image/webp',
  ])
  expect((await shop.call(path, { as: await shop.addUser() })).status).toBe(403)
  expect((await shop.call(`/files/${stored!.file_key}`)).status).toBe(404)
  expect((await shop.call(`/api/admin/cards/${number}`, { as: second })).json.hasScan).toBe(true)
  const json = { name: 'Ada Marsh', address: ADDRESS, email: 'scanned@example.com' }
  await shop.call(`/api/admin/cards/${number}/type`, { as: typist, json })
  const person = { userId: crypto.randomUUID(), email: 'scanned@example.com', phone: null }
  const { mailedCards } = (await freeEntryData.exportOf(shop.system, person)) as {
    mailedCards: { scannedAt: Date }[]
  }
  expect(mailedCards[0]!.scannedAt).toEqual(shop.clock.now())
  const user = await shop.addUser({ email: 'scanned@example.com' })
  await transact(shop.system, async tx => {
    for (const part of [giveawaysData, freeEntryData]) await part.erase(tx, { ...person, userId: user.userId })
  })
  expect(await shop.services.storage.get(stored!.file_key)).toBeUndefined()
  expect((await shop.call(path, { as: second })).json.code).toBe('card_not_scanned')
})

it('a scan is deleted a year after the draw or the cancellation [B-25.15]', async () => {
  const giveaway = await addGiveaway()
  const number = await opened(giveaway)
  const key = `scans/${crypto.randomUUID()}.webp`
  await shop.services.storage.put(key, new Uint8Array([1]), 'image/webp')
  await db.insertInto('mail_card_scan').values({ card_number: number, file_key: key, stored_at: new Date() }).execute()
  const cancelledAt = (days: number) =>
    db
      .updateTable('giveaway')
      .set({ closed_reason: 'cancelled', closed_at: new Date(+shop.clock.now() - days * 86_400_000) })
      .where('id', '=', giveaway.id)
      .execute()
  await cancelledAt(364)
  await forgetScans(shop.system)
  expect(await shop.services.storage.get(key)).toBeDefined()
  await cancelledAt(367)
  await forgetScans(shop.system)
  expect(await shop.services.storage.get(key)).toBeUndefined()
})
