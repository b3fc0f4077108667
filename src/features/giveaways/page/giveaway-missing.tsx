import { useEffect } from 'react'
import { useParams, useRevalidator } from 'react-router'
import { useSession } from '#platform/client/browser.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** What was asked for already by whoever is signed in; asking again would answer the same. */
const asked = new Set<string>()

/**
 * The server answers as a guest. Somebody signed in may see more (members' giveaways, those to come), so once it is known
 * who is here, the browser asks again in their name.
 */
export function GiveawayMissing() {
  const { user } = useSession()
  const { giveawayId } = useParams()
  const { revalidate, state } = useRevalidator()
  const question = user && `${user.id} ${giveawayId}`
  useEffect(() => {
    if (!question || asked.has(question)) return
    asked.add(question)
    void revalidate()
  }, [question, revalidate])
  return (
    <div className="page-width py-20">
      <h1 className="sr-only">Giveaway not found</h1>
      {state === 'loading' ? (
        <p className="text-muted">Loading…</p>
      ) : (
        <EmptyState
          icon="gift"
          title="We could not find that giveaway."
          action={<ButtonLink to="/giveaways">All giveaways</ButtonLink>}
        >
          {!user && 'Some giveaways are shown to members only. Log in to see yours.'}
        </EmptyState>
      )}
    </div>
  )
}
