import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { readSealedToken, sealedToken } from './sealed-token.ts'

const keyedHash = (text: string) => createHmac('sha256', 'the secret of this test').update(text).digest('base64url')
const token = sealedToken(keyedHash, 'price-alert', 'a1', 'b2')

it('a token gives its parts back, to its own purpose alone', () => {
  expect(token).toBe(`a1.b2.${keyedHash('price-alert:a1:b2')}`)
  expect(readSealedToken(keyedHash, 'price-alert', token)).toEqual(['a1', 'b2'])
  expect(readSealedToken(keyedHash, 'stock-alert', token)).toBeUndefined()
})

it('a token that was changed, cut or joined is none', () => {
  const seal = token.split('.')[2]!
  for (const wrong of [
    '',
    '.',
    seal,
    `.${seal}`,
    `${token}x`,
    `${token}.`,
    token.slice(0, -1),
    `a1.b3.${seal}`,
    `b2.a1.${seal}`,
  ])
    expect(readSealedToken(keyedHash, 'price-alert', wrong), wrong).toBeUndefined()
})
