import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

type CardProps = ComponentProps<'div'> & {
  /** Answers the pointer with its edge: for a card that holds a `CardLink`. */
  interactive?: boolean
}

/** A plate with a hairline. In the dark theme its ground is that of the pictures, so card and picture are one piece. */
export function Card({ interactive, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={classNames(
        'relative flex min-w-0 flex-col overflow-hidden rounded-md border border-line bg-raised',
        interactive && 'transition-colors focus-within:border-line-strong hover:border-line-strong',
        className,
      )}
    />
  )
}

/** The title of a card as a link whose target is the whole card. Other controls in the card need `relative` to be above it. */
export function CardLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={classNames('after:absolute after:inset-0 focus-visible:outline-offset-4', className)} />
  )
}
