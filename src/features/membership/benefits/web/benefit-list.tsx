import { Icon } from '#ui/pictures/icon.tsx'

type Props = {
  benefits: readonly string[]
  /** The benefits are about to be lost; the sentence above the list says so too. */
  isLost?: boolean
}

/** The benefits that a membership brings or takes away, one per line. */
export function BenefitList({ benefits, isLost = false }: Props) {
  return (
    <ul className="flex flex-col gap-2">
      {benefits.map(benefit => (
        <li key={benefit} className="flex items-start gap-2.5">
          <Icon
            name={isLost ? 'minus' : 'check'}
            size={20}
            className={`mt-0.5 shrink-0 ${isLost ? 'text-danger' : 'text-ranger'}`}
          />
          {benefit}
        </li>
      ))}
    </ul>
  )
}
