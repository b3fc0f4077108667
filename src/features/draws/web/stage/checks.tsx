import { Icon } from '#ui/pictures/icon.tsx'
import type { Caveat } from '../check/caveats.tsx'
import { ORDERS } from '../check/verdict.tsx'
import type { Check } from './computed-draw.ts'

const LINE = 'flex gap-2 text-sm 2xl:text-base'

type ChecksProps = { checks: readonly Check[]; caveats: readonly Caveat[] }

/** What the draw does not prove in this shop, and the checks of the draw, line by line. */
export const Checks = ({ checks, caveats }: ChecksProps) => (
  <div className="flex flex-col gap-1.5">
    {caveats.length > 0 && (
      <ul className="flex flex-col gap-0.5 font-semibold">
        {caveats.map(({ title, text }) => (
          <li key={title} className={LINE}>
            <Icon name="warning" size={20} className="mt-0.5 text-warning" />
            <span className="min-w-0">
              {title}. {text}
            </span>
          </li>
        ))}
      </ul>
    )}
    <ol className="flex flex-col gap-0.5">
      {checks.map(({ sentence }, index) => (
        <li
          key={sentence}
          style={{ animationDelay: `${index * 0.35}s` }}
          className={`${LINE} animate-tick motion-reduce:animate-none`}
        >
          <Icon name="check" size={20} className="mt-0.5 text-success" />
          <span className="min-w-0">{sentence}</span>
        </li>
      ))}
    </ol>
    <p className="text-muted text-sm">{ORDERS}</p>
  </div>
)
