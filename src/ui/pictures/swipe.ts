/** Shorter finger movements, in px, are no swipe. */
const SWIPE_PX = 30

/** Returns the swipe direction between touch start and end: 1 for next, -1 for previous, 0 for none. */
export function swipeOf(from: { x: number; y: number }, to: { x: number; y: number }): -1 | 0 | 1 {
  const [across, along] = [to.x - from.x, to.y - from.y]
  if (Math.abs(across) < SWIPE_PX || Math.abs(along) > Math.abs(across)) return 0
  return across < 0 ? 1 : -1
}
