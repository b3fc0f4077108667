import { Link } from 'react-router'
import { useMyEntries } from '#features/giveaways/entries/web/use-my-entries.ts'
import { useSession } from '#kernel/client/browser.ts'
import type { SessionUser } from '#kernel/client/session/session.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** The strip under the hero: general facts for guests, or a welcome for a signed-in user. Both have one height. */
export function Standing() {
  const { user } = useSession()
  return (
    <div className="border-line border-y bg-surface">
      <div className="page-width flex min-h-28 items-center sm:min-h-20">
        {user ? <Welcome user={user} /> : <ForEverybody />}
      </div>
    </div>
  )
}

function ForEverybody() {
  const { minimumAge } = useSettings()
  const facts = [
    'No purchase necessary: enter free by mail',
    'Every draw can be checked',
    `For adults of ${minimumAge} and older`,
  ]
  return (
    <ul className="flex w-full flex-col gap-x-8 gap-y-1 text-sm sm:flex-row sm:items-center sm:justify-between">
      {facts.map(fact => (
        <li key={fact} className="flex items-center gap-2">
          <Icon name="check" size={16} className="text-signal" />
          {fact}
        </li>
      ))}
    </ul>
  )
}

function Welcome({ user }: { user: SessionUser }) {
  const entries = useMyEntries()
  return (
    <div className="flex w-full flex-wrap items-center gap-x-6 gap-y-2">
      <p className="min-w-0 truncate font-condensed font-semibold text-xl">Welcome back, {user.name}</p>
      <Badge tone={user.isSubscriber ? 'signal' : 'neutral'}>
        {user.isSubscriber ? 'Premium member' : 'Standard member'}
      </Badge>
      <p className="figure text-lg">
        <span className="font-semibold">{entries.data?.entries.length ?? '–'}</span>{' '}
        <span className="text-muted">total entries</span>
      </p>
      <Link to="/dashboard" className="label ml-auto inline-flex min-h-11 items-center gap-2 hover:text-signal">
        Dashboard
        <Icon name="arrow-right" size={16} />
      </Link>
    </div>
  )
}
