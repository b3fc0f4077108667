import type { ReactNode } from 'react'
import { isShippedMark } from '#kernel/brand/brand-picture.ts'
import { useSettings } from '#kernel/client/site.ts'

type ShippedOnlyProps = {
  /** In the place of the picture in a shop of another brand. */
  instead: ReactNode
  children: ReactNode
}

/** A picture of `public/pictures`. Goods, coins and floors on these have the shipped mark, so a shop with another mark never shows one. */
export const ShippedOnly = ({ instead, children }: ShippedOnlyProps) =>
  isShippedMark(useSettings().brand.mark) ? children : instead

type OwnPictureProps = Pick<ShippedOnlyProps, 'instead'> & {
  /** The name of its files in `public/pictures`, and their widths. */
  name: string
  widths: readonly number[]
  /** The `sizes` of `<img>`: the displayed width. */
  sizes: string
  /** Of the file for browsers without AVIF. */
  width: number
  height: number
  isLazy?: boolean
  className?: string
  /** Of the image inside. */
  fit: string
}

/** A picture of the shop's own, which repeats the text beside it or is a ground, so that it has no alternative text. */
export const OwnPicture = ({
  instead,
  name,
  widths,
  sizes,
  width,
  height,
  isLazy,
  className,
  fit,
}: OwnPictureProps) => (
  <ShippedOnly instead={instead}>
    <picture className={className}>
      <source
        type="image/avif"
        srcSet={widths.map(each => `/pictures/${name}-${each}.avif ${each}w`).join(', ')}
        sizes={sizes}
      />
      <img
        src={`/pictures/${name}-${width}.webp`}
        alt=""
        width={width}
        height={height}
        loading={isLazy ? 'lazy' : undefined}
        className={fit}
      />
    </picture>
  </ShippedOnly>
)
