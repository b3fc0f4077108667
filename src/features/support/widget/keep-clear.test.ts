import { expect, it } from 'vitest'
import { liftOver } from './keep-clear.ts'

const button = { top: 700, bottom: 744 }

it('the help button stays where it covers nothing [B-2.106]', () => {
  expect(liftOver(button, [])).toBe(0)
  expect(liftOver(button, [{ top: 750, bottom: 794 }])).toBe(0)
})

it('the help button goes up above a control, and above the next one where the gap is too narrow [B-2.106]', () => {
  expect(liftOver(button, [{ top: 720, bottom: 780 }])).toBe(32)
  expect(
    liftOver(button, [
      { top: 720, bottom: 780 },
      { top: 640, bottom: 684 },
    ]),
  ).toBe(112)
})

it('the help button gives way where controls fill the whole edge [B-2.106]', () => {
  expect(liftOver(button, [{ top: 0, bottom: 900 }])).toBeUndefined()
})
