import { useState } from 'react'
import { classNames } from '../class-names.ts'

/** Stored widths of every uploaded picture; `storage` writes them, `srcset` lists them. */
const WIDTHS = [320, 640, 1200]

const RATIOS = {
  square: { box: 'aspect-square', width: 1200, height: 1200 },
  landscape: { box: 'aspect-3/2', width: 1200, height: 800 },
  wide: { box: 'aspect-12/5', width: 1200, height: 500 },
}

const FALLBACK = '/logo-plate.svg'

type PictureProps = {
  /** Address without width and ending: `/files/products/x/a` stands for `…/a-320.avif` to `…/a-1200.webp`. Default: the logo. */
  src?: string | null | undefined
  alt: string
  /** The `sizes` of `<img>`: the displayed width. */
  sizes: string
  ratio?: keyof typeof RATIOS
  /** For the page's main picture: loads before others. */
  priority?: boolean
  /** A tiny blurred version as a `data:` address, shown until the picture loads. */
  placeholder?: string | null | undefined
  className?: string
}

/** A picture as AVIF or WebP in the best width. The box has a fixed ratio, so that the layout does not shift on load. */
export function Picture({ src, alt, sizes, ratio = 'square', priority, placeholder, className }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const { box, width, height } = RATIOS[ratio]
  const shown = src && src !== broken ? src : null
  const fill = 'absolute inset-0 size-full object-cover'

  // An image may fail before React attaches its listener, so check the image's state.
  function look(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0 && shown) setBroken(shown)
  }

  return (
    <span className={classNames('relative block overflow-hidden bg-plate', box, className)}>
      {placeholder && shown && <img aria-hidden="true" alt="" src={placeholder} className={fill} />}
      {shown ? (
        <picture>
          <source type="image/avif" srcSet={sourceSet(shown, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={sourceSet(shown, 'webp')} sizes={sizes} />
          <img
            ref={look}
            src={`${shown}-640.webp`}
            alt={alt}
            width={width}
            height={height}
            loading={priority ? 'eager' : 'lazy'}
            fetchPriority={priority ? 'high' : 'auto'}
            // Decoded with the first paint, the pictures of two cards took 200 ms of a slow phone's main thread.
            decoding="async"
            onError={() => setBroken(shown)}
            className={fill}
          />
        </picture>
      ) : (
        <img src={FALLBACK} alt={alt} width={width} height={height} className={fill} />
      )}
    </span>
  )
}

const sourceSet = (base: string, ending: string) => WIDTHS.map(w => `${base}-${w}.${ending} ${w}w`).join(', ')
