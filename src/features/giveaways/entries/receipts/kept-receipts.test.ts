import { expect, it } from 'vitest'
import { type KeptClaim, keepClaim, keptClaimsOf } from './kept-receipts.ts'

function emptyStorage() {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => void values.set(key, text),
    removeItem: (key: string) => void values.delete(key),
  }
}

const claimOf = (slot: number): KeptClaim => ({
  receipt: `receipt of slot ${slot}`,
  vkey: 'shop.example/redoubt/receipt+12345678+AQ==',
  holderSecret: 'a'.repeat(64),
  nonces: ['b'.repeat(32)],
  slots: [slot],
})

it('the browser keeps each claim of a user once, by giveaway', () => {
  const storage = emptyStorage()
  for (const slot of [3, 3, 8]) keepClaim('sam', 'g1', claimOf(slot), storage)
  keepClaim('sam', 'g2', claimOf(1), storage)
  expect(keptClaimsOf('sam', 'g1', storage)).toEqual([claimOf(3), claimOf(8)])
  expect(keptClaimsOf('sam', 'g2', storage)).toEqual([claimOf(1)])
})

it('another user of the same browser sees no receipt', () => {
  const storage = emptyStorage()
  keepClaim('sam', 'g1', claimOf(3), storage)
  expect(keptClaimsOf('robin', 'g1', storage)).toEqual([])
})

it('a damaged storage reads as empty and takes new receipts', () => {
  for (const damaged of ['{oops', '[]', '7', '{"g1":[null,{}]}']) {
    const storage = emptyStorage()
    storage.setItem('redoubt.receipts.sam', damaged)
    expect(keptClaimsOf('sam', 'g1', storage)).toEqual([])
    keepClaim('sam', 'g1', claimOf(3), storage)
    expect(keptClaimsOf('sam', 'g1', storage)).toEqual([claimOf(3)])
  }
})
