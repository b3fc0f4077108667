import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Link } from '../navigation/link.tsx'

type CardProps = ComponentProps<'div'> & {
  /** Highlights its edge on hover: for a card that holds a `CardLink`. */
  interactive?: boolean
}

/** A plate with a hairline. In the dark theme it has the pictures' background, so that card and picture look like one piece. */
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

/** A card title whose link covers the whole card and moves over to its page. Other controls in the card need `relative` to be above the link. */
export function CardLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      viewTransition
      {...rest}
      className={classNames('after:absolute after:inset-0 focus-visible:outline-offset-4', className)}
    />
  )
}
