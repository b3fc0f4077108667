import type { ReactNode } from 'react'
import { isShippedMark } from '#kernel/brand/brand-picture.ts'
import { useSettings } from '#kernel/client/site.ts'

type OwnPictureProps = {
  /** In the place of the picture in a shop of another brand. */
  instead: ReactNode
  children: ReactNode
}

/** A picture of `public/pictures`. Goods, coins and floors on these have the shipped mark, so a shop with another mark never shows one. */
export const OwnPicture = ({ instead, children }: OwnPictureProps) =>
  isShippedMark(useSettings().brand.mark) ? children : instead
