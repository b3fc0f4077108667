import { useId } from 'react'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { STARS } from '../rules.ts'

export const STAR_WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const

type StarFieldProps = {
  id: string
  /** 0 for none. */
  value: number
  onChange: (stars: number) => void
  error: string | undefined
}

/** One to five stars, chosen like radio buttons: by a press or by the arrow keys. */
export function StarField({ id, value, onChange, error }: StarFieldProps) {
  const name = useId()
  return (
    <fieldset id={id} tabIndex={-1} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold text-sm">
        Your rating
        <span aria-hidden="true" className="text-signal">
          {' '}
          *
        </span>
      </legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="-ml-2 flex">
          {STARS.map(star => (
            <label
              key={star}
              className="flex size-11 cursor-pointer items-center justify-center rounded-sm text-gold has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                value={star}
                checked={value === star}
                onChange={() => onChange(star)}
                className="sr-only"
              />
              <span className="sr-only">
                {star} {star === 1 ? 'star' : 'stars'}, {STAR_WORDS[star - 1]}
              </span>
              <Icon name="star" size={32} className={classNames(star <= value && 'fill-current')} />
            </label>
          ))}
        </span>
        <span aria-hidden="true" className="text-muted text-sm">
          {STAR_WORDS[value - 1]}
        </span>
      </div>
      <FieldError id={undefined}>{error}</FieldError>
    </fieldset>
  )
}
