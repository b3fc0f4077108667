import { Link, NavLink } from 'react-router'
import { classNames } from '#ui/class-names.ts'
import { Wordmark } from '#ui/pictures/mark.tsx'
import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { Account } from '../account/account.tsx'
import { PLACES } from '../places.ts'
import { CartButton } from './cart-button.tsx'
import { MobileMenu } from './mobile-menu.tsx'

/** The store's header. It is sticky; its height is part of `scroll-padding-top` and of the menus' positions. */
export function Header() {
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-ground">
      <div className="page-width flex h-16 items-center gap-6">
        <Link to="/" aria-label="Redoubt, home" className="flex rounded-sm">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden h-full lg:block">
          <ul className="flex h-full">
            {PLACES.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} end={to === '/'} className={linkClass} prefetch="intent">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-2 xl:gap-4">
          <div className="hidden lg:block">
            <ThemeToggle />
          </div>
          <Account />
          <CartButton />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

const linkClass = ({ isActive }: { isActive: boolean }) =>
  classNames(
    'label flex h-full items-center border-y-2 border-t-transparent px-3 transition-colors hover:text-ink xl:px-4',
    'focus-visible:-outline-offset-2',
    isActive ? 'border-b-signal text-ink' : 'border-b-transparent text-muted',
  )

/** The header of a page without navigation and of the error screen: the name, linked to the home page. */
export function SlimHeader() {
  return (
    <header className="border-line border-b bg-ground">
      <div className="page-width flex h-16 items-center">
        <Link to="/" aria-label="Redoubt, home" className="flex rounded-sm">
          <Wordmark />
        </Link>
      </div>
    </header>
  )
}
