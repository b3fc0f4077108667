import { Bezel } from '#ui/pictures/bezel.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { OwnPicture } from '#ui/pictures/own-picture.tsx'

/** Stands beside the winner's number, which says what the medal means. */
export const WinnerMedal = ({ className }: { className: string }) => (
  <OwnPicture
    name="winner-medal"
    widths={[160, 320]}
    sizes="10rem"
    width={320}
    height={320}
    fit={className}
    instead={
      <Bezel className={`text-gold ${className}`}>
        <Icon name="star" className="size-2/5" />
      </Bezel>
    }
  />
)
