import { classNames } from './class-names.ts'

/** The plan of a star fort: rampart between two straight-sided lines, and the keep. Even-odd, on 48 by 48. */
const FORT =
  'M28.67 12.36L31.01 9.66L24 0.8L16.99 9.66L19.33 12.36L13.04 16.93L11.19 13.87L0.6 17.8L6.86 27.2L10.16 25.82L12.56 33.2L9.07 34.02L9.54 45.3L20.42 42.26L20.12 38.7L27.88 38.7L27.58 42.26L38.46 45.3L38.93 34.02L35.44 33.2L37.84 25.82L41.14 27.2L47.4 17.8L36.81 13.87L34.96 16.93zM24.88 12.8L27.66 9.58L24 4.96L20.34 9.58L23.12 12.8L12.29 20.67L10.09 17.03L4.56 19.08L7.83 23.99L11.74 22.35L15.88 35.07L11.74 36.04L11.99 41.94L17.66 40.35L17.31 36.11L30.69 36.11L30.34 40.35L36.01 41.94L36.26 36.04L32.12 35.07L36.26 22.35L40.17 23.99L43.44 19.08L37.91 17.03L35.71 20.67zM24 19.25L18.15 23.5L20.39 30.38L27.61 30.38L29.85 23.5z'

/** The mark alone, in the colour of the text. Named only where no word stands beside it. */
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
      <path d={FORT} />
    </svg>
  )
}

/** Mark and name. The name is text: it is read, selected and found. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5', className)}>
      <Mark size={32} className="text-signal" />
      <span className="font-condensed font-semibold text-2xl uppercase leading-none tracking-[0.14em]">Redoubt</span>
    </span>
  )
}
