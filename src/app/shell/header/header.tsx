import { openCart, useCart } from '#features/cart/browser/cart.ts'
import { cartCount } from '#features/cart/cart-item.ts'
import { useUser } from '#kernel/client/browser.ts'
import { useMenus, useSettings } from '#kernel/client/site.ts'
import type { MenuEntry } from '#kernel/storefront/menus.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/navigation/link.tsx'
import { MenuLink } from '#ui/navigation/menu-link.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { Wordmark } from '#ui/pictures/mark.tsx'
import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { Account, AccountLinks, usePopover } from '../account/account.tsx'
import { HeaderSearch } from '../search/header-search.tsx'
import { fitMenu } from './menu-fit.ts'

/**
 * The store's header. It is sticky; its height is part of `scroll-padding-top` and of the menus' positions.
 * @param props.hasSearch false for the work of staff.
 */
export function Header({ hasSearch }: { hasSearch: boolean }) {
  const menu = useMenus().header
  const fitted = fitMenu(menu)
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-ground [anchor-name:--header]">
      <div className="page-width flex h-16 items-center gap-6">
        <HomeLink />
        <nav aria-label="Main" className="hidden h-full lg:block">
          <ul className="flex h-full">
            {menu.map((entry, at) => (
              <li key={`${entry.label} ${entry.href}`} className={fitted.entries[at]}>
                <MenuLink entry={entry} className={linkClass} prefetch="intent">
                  {entry.label}
                </MenuLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-0 sm:gap-2 xl:gap-4">
          {hasSearch && <HeaderSearch />}
          <div className="hidden lg:block">
            <ThemeToggle />
          </div>
          <Account />
          <CartButton />
          <MobileMenu menu={menu} buttonClass={fitted.button} />
        </div>
      </div>
    </header>
  )
}

function HomeLink() {
  const { name } = useSettings().brand
  return (
    // A longer name breaks here instead of taking the width of the buttons.
    <Link to="/" aria-label={`${name}, home`} className="flex max-w-42.5 rounded-sm">
      <Wordmark />
    </Link>
  )
}

const linkClass = ({ isActive }: { isActive: boolean }) =>
  classNames(
    'label flex h-full items-center border-y-2 border-t-transparent px-3 transition-colors hover:text-ink xl:px-4',
    'focus-visible:-outline-offset-2',
    isActive ? 'border-b-signal text-ink' : 'border-b-transparent text-muted',
  )

/**
 * The header of a page without navigation and of the error screen: the name, linked to the home page.
 * @param props.hasAccount before the opening, when there is no other way to sign in, to the work of staff, and out.
 */
export function SlimHeader({ hasAccount = false }: { hasAccount?: boolean }) {
  return (
    <header className="border-line border-b bg-ground">
      <div className="page-width flex h-16 items-center justify-between">
        <HomeLink />
        {hasAccount && <AccountBeforeOpening />}
      </div>
    </header>
  )
}

/** The account's menu; on phones, whose menu lists the shop's places, one link. */
function AccountBeforeOpening() {
  const user = useUser()
  return (
    <>
      <Account />
      <span className="lg:hidden">
        <ButtonLink variant="quiet" to={user ? (user.isAdmin ? '/admin' : '/dashboard') : '/login'}>
          {user ? (user.isAdmin ? 'Admin' : 'Dashboard') : 'Sign In'}
        </ButtonLink>
      </span>
    </>
  )
}

/**
 * The menu on phones, and where the header has no room for all entries: a sheet under the header. A popover, so it opens before any script
 * has run.
 */
function MobileMenu({ menu, buttonClass }: { menu: readonly MenuEntry[]; buttonClass: string }) {
  const popover = usePopover()
  const user = useUser()
  return (
    <>
      <button
        type="button"
        popoverTarget="mobile-menu"
        aria-label="Menu"
        className={classNames(
          'inline-flex size-11 shrink-0 items-center justify-center rounded-sm transition-colors hover:bg-raised',
          buttonClass,
        )}
      >
        <Icon name="menu" size={24} />
      </button>
      <div
        ref={popover}
        id="mobile-menu"
        popover="auto"
        className="under-header inset-x-0 bottom-auto m-0 max-h-[calc(100dvh-4rem-var(--bar,0rem))] w-full overflow-y-auto border-0 border-line-strong border-b bg-surface p-0 text-ink"
      >
        <nav aria-label="Menu">
          <ul className="py-2">
            {menu.map(entry => (
              <li key={`${entry.label} ${entry.href}`}>
                <MenuLink entry={entry} className={lineClass}>
                  <Icon name={iconOf(entry)} />
                  <span className="wrap-anywhere min-w-0">{entry.label}</span>
                </MenuLink>
              </li>
            ))}
          </ul>
          <div className="border-line border-t py-2">
            {user ? (
              <AccountLinks user={user} />
            ) : (
              <div className="grid grid-cols-2 gap-3 px-4 py-2">
                <ButtonLink to="/login" variant="secondary">
                  Sign In
                </ButtonLink>
                <ButtonLink to="/register">Sign Up</ButtonLink>
              </div>
            )}
          </div>
        </nav>
        <div className="flex items-center justify-between border-line border-t px-4 py-3">
          <span className="label-sm text-muted" aria-hidden="true">
            Theme
          </span>
          <ThemeToggle />
        </div>
      </div>
    </>
  )
}

const lineClass = ({ isActive }: { isActive: boolean }) =>
  classNames(
    'label flex min-h-12 items-center gap-3 border-l-3 px-4 py-1.5 text-lg leading-6',
    isActive ? 'border-l-signal text-ink' : 'border-l-transparent text-muted',
  )

const ICONS: Record<string, IconName> = { '/': 'home', '/store': 'store', '/giveaways': 'ticket', '/legal': 'shield' }
const iconOf = ({ href }: MenuEntry): IconName => ICONS[href] ?? (href.startsWith('/') ? 'arrow-right' : 'external')

/** The number of units in the cart, as a number and in words. */
export function useCartCount(): { count: number; words: string } {
  const count = cartCount(useCart())
  return { count, words: count === 1 ? '1 item' : `${count} items` }
}

/** Opens the cart drawer; its badge shows the number of units. */
function CartButton() {
  const { count, words } = useCartCount()
  return (
    <IconButton icon="cart" count={count} label={`Open cart, ${words}`} aria-haspopup="dialog" onClick={openCart} />
  )
}
