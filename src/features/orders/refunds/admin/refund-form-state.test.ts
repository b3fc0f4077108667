import { describe, expect, it } from 'vitest'
import { RefundPreviewBody } from '../contract.ts'
import { allPieces, choiceOf, isAll, isNothing } from './refund-form-state.ts'

const lines = [
  { position: 0, quantity: 3, refunded: 1 },
  { position: 1, quantity: 1, refunded: 0 },
  { position: 2, quantity: 2, refunded: 2 },
]

describe('the pieces of a refund', () => {
  it('the form begins with everything left and names no line, so that the rest of fee and shipping is refunded too', () => {
    expect(allPieces(lines)).toEqual({ 0: 2, 1: 1, 2: 0 })
    expect(isAll(lines, allPieces(lines))).toBe(true)
    expect(choiceOf(lines, allPieces(lines))).toEqual({})
  })

  it('the form names the chosen lines, and the API accepts them', () => {
    const choice = choiceOf(lines, { 0: 1, 1: 0 })
    expect(choice).toEqual({ lines: [{ position: 0, quantity: 1 }] })
    expect(RefundPreviewBody.parse(choice)).toMatchObject(choice)
  })

  it('a refund of no pieces is empty; money left after all pieces is refundable', () => {
    expect(isNothing(lines, {})).toBe(true)
    expect(isNothing(lines, { 1: 1 })).toBe(false)
    const over = [{ position: 0, quantity: 1, refunded: 1 }]
    expect(isNothing(over, allPieces(over))).toBe(false)
    expect(choiceOf(over, allPieces(over))).toEqual({})
  })
})
