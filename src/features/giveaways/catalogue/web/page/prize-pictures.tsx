import { type TouchEvent, useRef, useState } from 'react'
import { Picture } from '#ui/pictures/picture.tsx'
import { PictureSteps, swipeOf } from '#ui/pictures/picture-steps.tsx'
import type { PageGiveaway } from './load-giveaway.ts'

const SIZES = '(width < 64rem) 100vw, 46rem'

type PrizePicturesProps = { title: string; pictures: PageGiveaway['pictures'] }

/** The pictures of a prize, one at a time. A swipe of 30 px or one of two buttons changes the picture. */
export function PrizePictures({ title, pictures }: PrizePicturesProps) {
  const [shown, setShown] = useState(0)
  const touched = useRef<{ x: number; y: number } | null>(null)
  const picture = pictures[shown]
  const count = pictures.length
  const show = (at: number) => setShown(Math.min(count - 1, Math.max(0, at)))

  function touch({ touches }: TouchEvent) {
    const finger = touches[0]
    touched.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null
  }
  function lift({ changedTouches }: TouchEvent) {
    const finger = changedTouches[0]
    if (touched.current && finger) show(shown + swipeOf(touched.current, { x: finger.clientX, y: finger.clientY }))
    touched.current = null
  }

  return (
    <div className="relative self-start" onTouchStart={touch} onTouchEnd={lift}>
      <Picture
        key={picture?.src}
        src={picture?.src}
        placeholder={picture?.placeholder}
        ratio="landscape"
        alt={picture?.alt || (count > 1 ? `${title}, picture ${shown + 1} of ${count}` : title)}
        priority={shown === 0}
        sizes={SIZES}
        className="touch-pan-y"
      />
      {count > 1 && <PictureSteps shown={shown} count={count} onShow={show} />}
    </div>
  )
}
