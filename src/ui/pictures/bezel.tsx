import type { ReactNode } from 'react'
import { useSite } from '#kernel/client/site.ts'
import { classNames } from '../class-names.ts'

/** The bezel of a compass in the text colour, with a sign in its middle. Decorative. */
export const Bezel = ({ className, children }: { className: string; children?: ReactNode }) => (
  <span className={classNames('relative grid aspect-square place-items-center', className)}>
    <svg
      aria-hidden="true"
      viewBox="-100 -100 200 200"
      fill="none"
      stroke="currentColor"
      className="absolute inset-0 size-full"
    >
      <circle r="98" strokeWidth="1.5" />
      {/* In degrees: a tick each 5, a long one each 30. */}
      <circle r="89" pathLength="360" strokeWidth="7" strokeDasharray="0.8 4.2" strokeDashoffset="0.4" opacity="0.6" />
      <circle r="86" pathLength="360" strokeWidth="13" strokeDasharray="1.6 28.4" strokeDashoffset="0.8" />
      <circle r="72" strokeWidth="1" opacity="0.5" />
    </svg>
    {children}
  </span>
)

/** The shop's mark, or the letters that stand for it, in a bezel of its accent. It stands where the shipped brand has a picture of goods. */
export const BrandBezel = ({ className }: { className: string }) => (
  <Bezel className={classNames('text-signal', className)}>
    {/* On a ground where the mark is seen, and whole within a circle. */}
    <img
      src={`/icons/maskable-512.png${useSite()?.pictures ?? ''}`}
      alt=""
      width={512}
      height={512}
      className="relative size-[62%] rounded-full"
    />
  </Bezel>
)
