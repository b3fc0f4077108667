import { useEntryCount } from '#features/giveaways/entries/web/use-my-entries.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Greets the signed-in user with the membership and the number of all entries. */
export function Welcome({ user }: { user: SessionUser }) {
  const count = useEntryCount()
  return (
    <div className="flex w-full flex-wrap items-center gap-x-6 gap-y-2">
      <p className="min-w-0 truncate font-condensed font-semibold text-xl">Welcome back, {user.name}</p>
      <Badge tone={user.isSubscriber ? 'signal' : 'neutral'}>
        {user.isSubscriber ? 'Premium member' : 'Standard member'}
      </Badge>
      <p className="figure text-lg">
        <span className="font-semibold">{count === undefined ? '–' : formatCount(count)}</span>{' '}
        <span className="text-muted">total entries</span>
      </p>
      <Link to="/dashboard" className="label ml-auto inline-flex min-h-11 items-center gap-2 hover:text-signal">
        Dashboard
        <Icon name="arrow-right" size={16} />
      </Link>
    </div>
  )
}
