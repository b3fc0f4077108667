import { useUser } from '#kernel/client/browser.ts'
import { useSettings } from '#kernel/client/site.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Welcome } from './welcome.tsx'

/** The strip of facts: general ones for guests, or a welcome for a signed-in user. Both have one height. */
export function Facts() {
  const user = useUser()
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
