import type { ReactNode } from 'react'
import type { MenuEntry } from '#kernel/storefront/menus.ts'
import { NavLink } from './link.tsx'

type MenuLinkProps = {
  entry: MenuEntry
  className: (state: { isActive: boolean }) => string
  /** Loads the page at the first sign of a press. */
  prefetch?: 'intent'
  children: ReactNode
}

/** The link of a menu's entry: to a page of the shop, or out of it. */
export function MenuLink({ entry: { href }, className, prefetch, children }: MenuLinkProps) {
  if (!href.startsWith('/'))
    return (
      <a href={href} rel="noopener" className={className({ isActive: false })}>
        {children}
      </a>
    )
  return (
    <NavLink to={href} end={href === '/'} className={className} {...(prefetch && { prefetch })}>
      {children}
    </NavLink>
  )
}
