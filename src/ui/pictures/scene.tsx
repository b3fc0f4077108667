import { classNames } from '../class-names.ts'
import { Bezel } from './bezel.tsx'
import { Icon, type IconName } from './icon.tsx'
import { OwnPicture } from './own-picture.tsx'

/** What another brand shows in place of each picture. */
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

/** A square picture of the shop's own. */
export const Scene = ({ name, sizes, className }: SceneProps) => (
  <OwnPicture
    name={name}
    widths={[320, 640]}
    sizes={sizes}
    width={640}
    height={640}
    isLazy
    className={className}
    fit="size-full object-cover"
    instead={<Sign name={name} className={className} />}
  />
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
