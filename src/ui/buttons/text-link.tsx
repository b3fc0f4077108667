import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Link } from '../navigation/link.tsx'

/** A link inside running text: underlined, so that colour is not its only mark. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={classNames(
        'rounded-sm text-signal underline decoration-1 underline-offset-3 hover:decoration-2',
        className,
      )}
    />
  )
}
