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

/** Logo mark and name. The name is text, so that users can read, select and search it. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5', className)}>
      <Mark size={32} className="text-signal" />
      <span className="font-condensed font-semibold text-2xl uppercase leading-none tracking-[0.14em]">Redoubt</span>
    </span>
  )
}
