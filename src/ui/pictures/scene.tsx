import { classNames } from '../class-names.ts'
import { Bezel } from './bezel.tsx'
import { Icon, type IconName } from './icon.tsx'
import { OwnPicture } from './own-picture.tsx'

/** What another brand shows in place of each picture of `public/pictures`, where these stand in 320 and 640 px. */
const SIGNS = {
  'step-earn': 'cart',
  'step-pick': 'ticket',
  'step-check': 'shield',
  'free-entry-card': 'mail',
  'winner-medal': 'star',
} as const satisfies Record<string, IconName>

type SceneProps = {
  name: keyof typeof SIGNS
  /** The `sizes` of `<img>`: the displayed width. */
  sizes: string
  className: string
}

const set = (name: string, ending: string) =>
  [320, 640].map(width => `/pictures/${name}-${width}.${ending} ${width}w`).join(', ')

/** A square picture of the shop's own. It repeats the text beside it, so it has no alternative text. */
export const Scene = ({ name, sizes, className }: SceneProps) => (
  <OwnPicture instead={<Sign name={name} className={className} />}>
    <picture className={className}>
      <source type="image/avif" srcSet={set(name, 'avif')} sizes={sizes} />
      <img
        src={`/pictures/${name}-640.webp`}
        alt=""
        width={640}
        height={640}
        loading="lazy"
        className="size-full object-cover"
      />
    </picture>
  </OwnPicture>
)

/** The medal has no ground of its own; the other pictures are dark in both themes. */
const Sign = ({ name, className }: Pick<SceneProps, 'name' | 'className'>) => (
  <span
    className={classNames(
      'grid place-items-center',
      name === 'winner-medal' ? 'text-gold' : 'scheme-dark text-signal',
      className,
    )}
  >
    <Bezel className="h-4/5 max-w-full">
      <Icon name={SIGNS[name]} className="size-2/5" />
    </Bezel>
  </span>
)
