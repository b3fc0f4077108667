import type { HomePicture } from '#kernel/storefront/home/home.ts'

type StaffPictureProps = {
  picture: HomePicture
  /** The `sizes` of `<img>`: the displayed width. */
  sizes: string
  /** For the picture that the page begins with. */
  priority?: boolean
  className: string
  /** Of the image inside. */
  fit: string
}

/** Widths in which every upload is stored. */
const WIDTHS = [320, 640, 1200]
const set = (src: string, ending: string) => WIDTHS.map(width => `${src}-${width}.${ending} ${width}w`).join(', ')

/** A picture of staff in place of the shop's own, in the same box. */
export const StaffPicture = ({ picture: { src, alt }, sizes, priority = false, className, fit }: StaffPictureProps) => (
  <picture className={className}>
    <source type="image/avif" srcSet={set(src, 'avif')} sizes={sizes} />
    <source type="image/webp" srcSet={set(src, 'webp')} sizes={sizes} />
    <img
      src={`${src}-1200.webp`}
      alt={alt}
      width={1200}
      height={675}
      {...(priority ? { fetchPriority: 'high', decoding: 'sync' } : { loading: 'lazy' })}
      className={fit}
    />
  </picture>
)
