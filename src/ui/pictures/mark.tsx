import { isShippedMark, sizeWithin, smallOf } from '#kernel/brand/brand-picture.ts'
import { useSettings } from '#kernel/client/site.ts'
import { LOGO_PATH } from '#kernel/logo-path.ts'
import { classNames } from '../class-names.ts'

type MarkProps = { size?: number; title?: string; className?: string }

/** The mark of the brand, or nothing. A shipped one is drawn in the text colour. Set `title` only where no text is beside the mark. */
export function Mark({ size = 32, title, className }: MarkProps) {
  const { mark } = useSettings().brand
  if (!mark) return null
  if (!isShippedMark(mark))
    return (
      <img
        src={smallOf(mark)}
        alt={title ?? ''}
        width={size}
        height={size}
        className={classNames('shrink-0 object-contain', className)}
      />
    )
  return (
    <svg
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="currentColor"
      fillRule="evenodd"
      className={classNames('shrink-0', className)}
    >
      <path d={LOGO_PATH} />
    </svg>
  )
}

/** A name of up to so many characters stands on one line of the large size, in the width of a phone's header. */
const LARGE_NAME = 7

/** Of a logo: the height of the header's controls, and the width that a phone's header has for it. */
const LOGO_BOX = { width: 170, height: 36 }

type WordmarkProps = {
  /** Where the ground is the same in both themes. */
  ground?: 'light' | 'dark'
  className?: string
}

/**
 * The logo of the ground, or the mark and the shop's name. The name is text, so that users can read, select and search it; a long one is
 * smaller, on two lines at most. A link around it has the whole name in its label.
 */
export function Wordmark({ ground, className }: WordmarkProps) {
  const { logoLight, logoDark } = useSettings().brand
  if (ground || logoLight === logoDark)
    return <Sign logo={ground === 'light' ? logoLight : logoDark} className={className} />
  return (
    <>
      <Sign logo={logoLight} className={classNames('on-light', className)} />
      <Sign logo={logoDark} className={classNames('on-dark', className)} />
    </>
  )
}

function Sign({ logo, className }: { logo: string | null; className: string | undefined }) {
  const { name } = useSettings().brand
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-2.5', className)}>
      {logo ? (
        <img src={smallOf(logo)} alt={name} {...sizeWithin(logo, LOGO_BOX)} className="max-w-full object-contain" />
      ) : (
        <>
          <Mark size={32} className="text-signal" />
          <span
            className={classNames(
              'wrap-anywhere min-w-0 font-condensed font-semibold uppercase',
              [...name].length <= LARGE_NAME
                ? 'text-2xl leading-none tracking-[0.14em]'
                : 'line-clamp-2 text-base leading-tight tracking-wide',
            )}
          >
            {name}
          </span>
        </>
      )}
    </span>
  )
}
