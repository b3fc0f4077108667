import type { KeyboardEvent, PointerEvent } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { TextField } from '../forms/text-field.tsx'
import { Icon } from '../pictures/icon.tsx'
import { Picture } from '../pictures/picture.tsx'

/** A picture of a product or giveaway: the upload's reference, the address without width and file ending, and the alt text. */
export type ListedPicture = { image: string; src: string; alt: string }

type PictureRowProps = {
  picture: ListedPicture
  /** Index, from 0. */
  at: number
  count: number
  ratio: 'square' | 'landscape'
  isAltAsked: boolean
  isDragged: boolean
  onDragStart: (event: PointerEvent) => void
  onMove: (to: number) => void
  onAlt: (alt: string) => void
  /** Left out where pictures are not cropped. */
  onCrop: (() => void) | undefined
  onRemove: () => void
}

/** One picture with its actions. The user drags its grip or moves it by the arrow keys. */
export function PictureRow(props: PictureRowProps) {
  const { picture, at, count, ratio, isAltAsked, isDragged, onMove } = props
  const name = `picture ${at + 1}`
  return (
    <li
      data-picture={picture.image}
      className={classNames(
        'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm border bg-raised p-2 sm:flex-nowrap',
        isDragged ? 'border-signal' : 'border-line',
      )}
    >
      <Grip {...props} />
      <Picture src={picture.src} alt={picture.alt} sizes="5rem" ratio={ratio} className="w-16 shrink-0 sm:w-20" />
      <div className="min-w-0 flex-1">
        <p className={classNames('text-sm', at === 0 ? 'label-sm text-signal' : 'text-muted')}>
          {at === 0 ? 'Primary' : `Picture ${at + 1}`}
        </p>
        {isAltAsked && (
          <TextField
            label={`Alternative text of ${name}`}
            labelHidden
            placeholder="What it shows"
            value={picture.alt}
            maxLength={300}
            onChange={({ target }) => props.onAlt(target.value)}
          />
        )}
      </div>
      <span className={classNames('ml-auto flex shrink-0', isAltAsked && 'max-sm:basis-full max-sm:justify-end')}>
        <IconButton
          size="sm"
          icon="chevron-up"
          label={`Move ${name} up`}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          size="sm"
          icon="chevron-down"
          label={`Move ${name} down`}
          disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        />
        {props.onCrop && <IconButton size="sm" icon="crop" label={`Crop ${name}`} onClick={props.onCrop} />}
        <IconButton size="sm" icon="trash" label={`Remove ${name}`} onClick={props.onRemove} />
      </span>
    </li>
  )
}

function Grip({ at, count, isDragged, onDragStart, onMove }: PictureRowProps) {
  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowUp: at - 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    if (to !== at && to >= 0 && to < count) onMove(to)
  }
  return (
    <button
      type="button"
      data-grip
      aria-label={`Order of picture ${at + 1} of ${count}: drag, or use the arrow keys`}
      className={classNames(
        'inline-flex size-9 shrink-0 touch-none items-center justify-center rounded-sm hover:bg-surface',
        isDragged ? 'cursor-grabbing' : 'cursor-grab',
      )}
      onPointerDown={onDragStart}
      onKeyDown={onKeyDown}
    >
      <Icon name="grip" />
    </button>
  )
}
