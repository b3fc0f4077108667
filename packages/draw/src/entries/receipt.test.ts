import { describe, expect, it } from 'vitest'
import { sha256Hex, utf8 } from '../bytes.ts'
import { cardNonce, holderOf, markOf } from './entry-leaf.ts'
import { formatReceipt, InvalidReceipt, parseReceipt } from './receipt.ts'

const GIVEAWAY = '0193a000-0000-7000-8000-000000000002'

describe('receipts', () => {
  const receipt = { log: 'shop.test/redoubt/log', giveaway: GIVEAWAY, leaves: ['enter a', 'enter b'], by: 9 }

  it('have one form', () => {
    const body = formatReceipt(receipt)
    expect(body).toBe(
      `redoubt/receipt/2\nlog shop.test/redoubt/log\ngiveaway ${GIVEAWAY}\nleaf enter a\nleaf enter b\nby 9\n`,
    )
    expect(parseReceipt(body)).toEqual(receipt)
    const others = ['', body.slice(0, -1), `${body}\n`, body.replace('/2', '/1'), body.replace('by 9', 'by 09')]
    for (const other of [...others, body.replace(/leaf .*\n/g, ''), body.replace('leaf', 'Leaf')])
      expect(() => parseReceipt(other), other).toThrow(InvalidReceipt)
  })
})

describe('holders and marks', () => {
  it('are 16 bytes of a hash with its purpose', () => {
    const secret = '00'.repeat(32)
    const preimage = Buffer.concat([Buffer.from('redoubt/mark/2\n'), Buffer.alloc(16)])
    expect(markOf('00'.repeat(16))).toBe(sha256Hex(new Uint8Array(preimage)).slice(0, 32))
    const holder = Buffer.concat([Buffer.from(`redoubt/holder/2\n${GIVEAWAY}\n`), Buffer.alloc(32)])
    expect(holderOf(GIVEAWAY, secret)).toBe(sha256Hex(new Uint8Array(holder)).slice(0, 32))
    expect(() => markOf('00')).toThrow(RangeError)
    expect(cardNonce(utf8('salt'), utf8('scan'))).toBe(sha256Hex('saltscan').slice(0, 32))
  })
})
