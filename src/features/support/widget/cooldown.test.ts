import { expect, it } from 'vitest'
import { secondsLeft } from './cooldown.ts'

const NOW = 1_800_000_000_000
const last = (at: number, userId = 'sam') => JSON.stringify({ userId, at })

it.each([
  ['just now', last(NOW), 60],
  ['half a second ago', last(NOW - 500), 60],
  ['59 seconds ago', last(NOW - 59_000), 1],
  ['60 seconds ago', last(NOW - 60_000), 0],
  ['never', null, 0],
  ['by somebody else', last(NOW, 'kim'), 0],
  ['in the future, as the clock was set back', last(NOW + 3_600_000), 60],
  ['in words nobody wrote', '{"at":"soon","userId":"sam"}', 0],
  ['in no words at all', '{', 0],
])('after a submission %s, %s: %i seconds [B-3.22]', (_, stored, seconds) =>
  expect(secondsLeft(stored, 'sam', NOW)).toBe(seconds),
)
