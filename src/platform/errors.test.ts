import { expect, it } from 'vitest'
import { conflict, refusals } from './errors.ts'

it('fills the sentence from the details and carries them on', () => {
  const refuse = refusals({ slot_taken: conflict('Slot(s) {slots} are not available') })
  const refusal = refuse('slot_taken', { slots: [3, 7] })
  expect(refusal).toMatchObject({
    code: 'slot_taken',
    status: 409,
    message: 'Slot(s) 3,7 are not available',
    details: { slots: [3, 7] },
  })
})
