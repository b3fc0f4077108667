import { expect, it } from 'vitest'
import { fileNameOf } from './file-name.ts'

it.each([
  ['Northline', 'northline-orders.csv'],
  ["O'Neill & Söhne", 'oneill-sohne-orders.csv'],
  ['Ö & Co', 'o-co-orders.csv'],
  ['../"a";b', 'a-b-orders.csv'],
  ['山田 🏕️', 'shop-orders.csv'],
])('files of the shop %s are named %s [B-1.23]', (shortName, name) => {
  expect(fileNameOf({ shortName }, 'orders.csv')).toBe(name)
})
