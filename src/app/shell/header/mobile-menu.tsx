import { NavLink } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { ThemeToggle } from '#ui/theme/theme-toggle.tsx'
import { AccountLinks } from '../account/account.tsx'
import { PLACES } from '../places.ts'
import { usePopover } from './use-popover.ts'

/** The menu on phones: a sheet under the header. A popover, so it opens before any script has run. */
export function MobileMenu() {
  const popover = usePopover()
  const { user } = useSession()
  return (
    <>
      <button
        type="button"
        popoverTarget="mobile-menu"
        aria-label="Menu"
        className="inline-flex size-11 items-center justify-center rounded-sm transition-colors hover:bg-raised lg:hidden"
      >
        <Icon name="menu" size={24} />
      </button>
      <div
        ref={popover}
        id="mobile-menu"
        popover="auto"
        className="inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-full overflow-y-auto border-0 border-line-strong border-b bg-surface p-0 text-ink"
      >
        <nav aria-label="Menu">
          <ul className="py-2">
            {PLACES.map(({ to, label, icon }) => (
              <li key={to}>
                <NavLink to={to} end={to === '/'} className={lineClass}>
                  <Icon name={icon} />
                  {label}
                </NavLink>
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
    'label flex min-h-12 items-center gap-3 border-l-3 px-4 text-lg',
    isActive ? 'border-l-signal text-ink' : 'border-l-transparent text-muted',
  )
