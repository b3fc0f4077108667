import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { closeAfter } from '#platform/testing/close-after.ts'
import { newTestShop, openTestShop } from '../testing/shop.ts'
import { addUser } from '../testing/users.ts'

const MIGRATION = new URL('../../../db/migrations/0113_open_shop.sql', import.meta.url)
/** The statement that brings existing shops over; the rest makes tables. */
const opening = async () => (await readFile(MIGRATION, 'utf8')).split(/^create table/m)[0]!.split(';')[0]!

it('a shop that existed before this release is open and keeps its names, and a new one is closed [B-35.9]', async () => {
  const shop = await newTestShop()
  const { pool } = shop.services
  await pool.query(await opening())
  expect((await pool.query('select chosen from shop_settings')).rows).toEqual([{ chosen: {} }])
  await addUser(shop, shop.clock.now())
  await pool.query(`update shop_settings set chosen = '{"contact": {"company": "Vance Supply"}}'`)
  await pool.query(await opening())
  const later = await openTestShop({ database: shop.database })
  closeAfter(later.stop)
  expect((await later.call('/api/settings')).json).toMatchObject({
    isOpen: true,
    brand: { name: 'Redoubt', orderPrefix: 'RD' },
    supportEmail: 'support@redoubt.test',
    contact: { company: 'Vance Supply' },
  })
})
