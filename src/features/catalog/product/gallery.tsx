import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { PictureSteps, swipeOf } from '#ui/pictures/picture-steps.tsx'
import type { ProductPicture } from '../products/contract.ts'

type GalleryProps = {
  name: string
  pictures: readonly ProductPicture[]
  /** Reference of the picture to scroll to: that of the chosen variant. */
  wanted: string | null
}

const SIZES = '(width < 64rem) 100vw, 44rem'

/**
 * A scroll-snap strip of the product's pictures, moved by swipe, arrow keys, buttons and thumbnails; a click zooms. The browser
 * scrolls, so the strip works before hydration.
 */
export function Gallery({ name, pictures, wanted }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [zoomed, setZoomed] = useState(false)
  const touched = useRef<{ x: number; y: number; at: number } | null>(null)

  function show(at: number) {
    const list = strip.current
    if (!list || at < 0 || at >= pictures.length) return
    list.scrollTo({ left: at * list.clientWidth, behavior: 'smooth' })
  }
  useEffect(() => {
    const at = pictures.findIndex(picture => picture.image === wanted)
    const list = strip.current
    if (list && at >= 0) list.scrollTo({ left: at * list.clientWidth })
  }, [wanted, pictures])

  function press(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    show(shown + step)
  }

  // The browser moves the strip with the finger; the swipe distance decides the picture to rest at.
  function touch({ touches }: TouchEvent) {
    const finger = touches[0]
    touched.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY, at: shown } : null
  }
  function lift({ changedTouches }: TouchEvent) {
    const finger = changedTouches[0]
    const from = touched.current
    touched.current = null
    const step = from && finger ? swipeOf(from, { x: finger.clientX, y: finger.clientY }) : 0
    if (step) show(from!.at + step)
  }

  if (pictures.length === 0)
    return <Picture src={null} alt="" sizes={SIZES} className="rounded-md border border-line" />
  return (
    <section aria-label={`Pictures of ${name}`} aria-roledescription="carousel" onKeyDown={press}>
      <div className="picture-of-page relative overflow-hidden rounded-md border border-line bg-plate">
        <ul
          ref={strip}
          onTouchStart={touch}
          onTouchEnd={lift}
          onScroll={({ currentTarget: list }) => setShown(Math.round(list.scrollLeft / list.clientWidth))}
          className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
        >
          {pictures.map((picture, at) => (
            <li key={picture.image} className="w-full shrink-0 snap-center">
              <button
                type="button"
                aria-label={`Look closer: ${picture.alt}`}
                tabIndex={at === shown ? 0 : -1}
                onClick={() => setZoomed(true)}
                className="block w-full cursor-zoom-in focus-visible:-outline-offset-4"
              >
                <Picture
                  src={picture.src}
                  alt={picture.alt}
                  placeholder={picture.placeholder}
                  priority={at === 0}
                  sizes={SIZES}
                />
              </button>
            </li>
          ))}
        </ul>
        {pictures.length > 1 && <PictureSteps shown={shown} count={pictures.length} onShow={show} />}
      </div>
      {pictures.length > 1 && <Thumbnails pictures={pictures} shown={shown} onShow={show} />}
      {zoomed && <Zoom picture={pictures[shown]!} onClose={() => setZoomed(false)} />}
    </section>
  )
}

type ThumbnailsProps = Pick<GalleryProps, 'pictures'> & { shown: number; onShow: (at: number) => void }

function Thumbnails({ pictures, shown, onShow }: ThumbnailsProps) {
  return (
    <ul className="mt-3 grid grid-cols-5 gap-2 sm:grid-cols-6">
      {pictures.map((picture, at) => (
        <li key={picture.image}>
          <button
            type="button"
            aria-label={`Show picture ${at + 1}: ${picture.alt}`}
            aria-current={at === shown ? 'true' : undefined}
            onClick={() => onShow(at)}
            className={classNames(
              'block w-full rounded-sm border transition-colors',
              at === shown ? 'border-signal' : 'border-line hover:border-line-strong',
            )}
          >
            <Picture src={picture.src} alt="" sizes="6rem" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** One picture at full size, to scroll in. Uses the native dialog: Escape closes it and focus returns. */
function Zoom({ picture, onClose }: { picture: ProductPicture; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={picture.alt}
      onClose={onClose}
      className="m-auto max-h-dvh max-w-full border border-line bg-plate p-0 text-ink backdrop:bg-scrim"
    >
      <div className="max-h-dvh overflow-auto">
        <img
          src={`${picture.src}-1200.webp`}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
          className="w-[min(1200px,160vw)] max-w-none"
        />
      </div>
      <form method="dialog" className="fixed top-3 right-3">
        <IconButton type="submit" icon="close" label="Close" className="border border-line bg-ground" />
      </form>
    </dialog>
  )
}
