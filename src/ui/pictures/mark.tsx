import { useSettings } from '#kernel/client/site.ts'
import { LOGO_PATH } from '#kernel/logo-path.ts'
import { classNames } from '../class-names.ts'

/** The logo mark in the text colour. Set `title` only where no text is beside the mark. */
export function Mark({ size = 32, title, className }: { size?: number; title?: string; className?: string }) {
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

/**
 * Logo mark and the shop's name. The name is text, so that users can read, select and search it. A long name is smaller, on two lines at
 * most; a link around it has the whole name in its label.
 */
export function Wordmark({ className }: { className?: string }) {
  const { name } = useSettings().brand
  return (
    <span className={classNames('inline-flex min-w-0 items-center gap-2.5', className)}>
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
    </span>
  )
}
