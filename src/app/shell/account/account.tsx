import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '#kernel/client/browser.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Link } from '#ui/navigation/link.tsx'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { signOut } from './sign-out.ts'

/**
 * The account area at the end of the header on wide screens. The server renders the guest's links; the area has equal width for a user. A
 * returning user (`data-returning`, set before the first paint) sees an empty area until the session is known.
 */
export function Account() {
  const { status, user } = useSession()
  return (
    <div className="hidden w-56 justify-end lg:flex">
      {user ? (
        <UserMenu user={user} />
      ) : (
        <div className={status === 'unchecked' ? 'flex gap-2 in-data-returning:invisible' : 'flex gap-2'}>
          <ButtonLink to="/login" variant="quiet">
            Sign In
          </ButtonLink>
          <ButtonLink to="/register" variant="secondary">
            Sign Up
          </ButtonLink>
        </div>
      )}
    </div>
  )
}

function UserMenu({ user }: { user: SessionUser }) {
  const popover = usePopover()
  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        className="label flex min-h-11 min-w-0 items-center gap-2 rounded-sm border border-line-strong px-3 transition-colors hover:bg-raised"
      >
        <Icon name="user" />
        <span className="truncate">{user.name}</span>
        <Icon name="chevron-down" size={16} className="text-muted" />
      </button>
      <div
        ref={popover}
        id="account-menu"
        popover="auto"
        className="menu-place m-0 w-64 rounded-md border border-line-strong bg-surface p-0 py-2 text-ink"
      >
        <p className="truncate border-line border-b px-4 pt-1 pb-3 text-muted text-sm">{user.email}</p>
        <nav aria-label="Account" className="pt-2">
          <AccountLinks user={user} />
        </nav>
      </div>
    </>
  )
}

const LINE =
  'flex min-h-11 w-full items-center gap-3 px-4 text-left transition-colors hover:bg-raised focus-visible:-outline-offset-2'

/** Links for a signed-in user, and the sign-out. */
export function AccountLinks({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const places: { to: string; label: string; icon: IconName }[] = [
    { to: '/dashboard', label: 'Dashboard', icon: 'user' },
    { to: '/notifications', label: 'Notifications', icon: 'bell' },
    ...(user.isAdmin ? [{ to: '/admin', label: 'Admin', icon: 'shield' } as const] : []),
  ]

  async function leave() {
    if (await signOut()) await navigate('/')
    else toast.error('You could not be signed out. Please check your connection and try again.')
  }

  return (
    <ul>
      {places.map(({ to, label, icon }) => (
        <li key={to}>
          <Link to={to} className={LINE}>
            <Icon name={icon} className="text-muted" />
            {label}
          </Link>
        </li>
      ))}
      <li>
        <button type="button" onClick={leave} className={LINE}>
          <Icon name="logout" className="text-muted" />
          Sign out
        </button>
      </li>
    </ul>
  )
}

/**
 * A ref for an element with `popover`, which the browser opens, closes and places above the page. Closes the popover when the page changes,
 * because the user followed a link inside.
 */
export function usePopover(): RefObject<HTMLDivElement | null> {
  const popover = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what says that the page changed.
  useEffect(() => popover.current?.hidePopover(), [key])
  return popover
}
