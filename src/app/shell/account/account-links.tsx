import { Link, useNavigate } from 'react-router'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import { signOut } from './sign-out.ts'

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
