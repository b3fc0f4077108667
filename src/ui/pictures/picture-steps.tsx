import { IconButton } from '../buttons/icon-button.tsx'

type PictureStepsProps = {
  /** Index, from 0. */
  shown: number
  count: number
  onShow: (at: number) => void
}

/** Previous and next buttons in the corner of a picture. The picture's container must be `relative`. */
export function PictureSteps({ shown, count, onShow }: PictureStepsProps) {
  return (
    <div className="absolute right-2 bottom-2 flex items-center gap-1 rounded-sm border border-line bg-ground">
      <IconButton
        icon="chevron-left"
        label="Previous picture"
        disabled={shown === 0}
        onClick={() => onShow(shown - 1)}
      />
      <span role="status" className="figure min-w-10 text-center text-sm">
        <span className="sr-only">Picture </span>
        {shown + 1} / {count}
      </span>
      <IconButton
        icon="chevron-right"
        label="Next picture"
        disabled={shown === count - 1}
        onClick={() => onShow(shown + 1)}
      />
    </div>
  )
}

/** Shorter finger movements, in px, are no swipe. */
const SWIPE_PX = 30

/** Returns the swipe direction between touch start and end: 1 for next, -1 for previous, 0 for none. */
export function swipeOf(from: { x: number; y: number }, to: { x: number; y: number }): -1 | 0 | 1 {
  const [across, along] = [to.x - from.x, to.y - from.y]
  if (Math.abs(across) < SWIPE_PX || Math.abs(along) > Math.abs(across)) return 0
  return across < 0 ? 1 : -1
}
