import { Bezel } from '#ui/pictures/bezel.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { OwnPicture } from '#ui/pictures/own-picture.tsx'

/** Stands beside the winner's number, which says what the medal means. */
export const WinnerMedal = ({ className }: { className: string }) => (
  <OwnPicture
    instead={
      <Bezel className={`text-gold ${className}`}>
        <Icon name="star" className="size-2/5" />
      </Bezel>
    }
  >
    <picture>
      <source
        type="image/avif"
        srcSet="/pictures/winner-medal-160.avif 160w, /pictures/winner-medal-320.avif 320w"
        sizes="10rem"
      />
      <img src="/pictures/winner-medal-320.webp" alt="" width={320} height={320} className={className} />
    </picture>
  </OwnPicture>
)
