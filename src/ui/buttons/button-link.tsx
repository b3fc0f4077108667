import type { ComponentProps } from 'react'
import { Link } from '../navigation/link.tsx'
import { Icon, type IconName } from '../pictures/icon.tsx'
import { type ButtonLook, buttonClass } from './button.tsx'

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook & { icon?: IconName }

/** A link that looks like a button. It navigates, so it stays a link. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}
