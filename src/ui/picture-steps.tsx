import { IconButton } from './icon-button.tsx'

type PictureStepsProps = {
  /** Counted from 0. */
  shown: number
  count: number
  onShow: (at: number) => void
}

/** The way through the pictures of one thing, in the corner of the one that is shown, which must be its `relative` box. */
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
