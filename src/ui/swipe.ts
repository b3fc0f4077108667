/** customer-side.md section 9: a finger that moved less (px) did not swipe. */
const SWIPE_PX = 30

/** Which way a finger swiped, from where it came down to where it left: 1 to the next, -1 to the previous, 0 nowhere. */
export function swipeOf(from: { x: number; y: number }, to: { x: number; y: number }): -1 | 0 | 1 {
  const [across, along] = [to.x - from.x, to.y - from.y]
  if (Math.abs(across) < SWIPE_PX || Math.abs(along) > Math.abs(across)) return 0
  return across < 0 ? 1 : -1
}
