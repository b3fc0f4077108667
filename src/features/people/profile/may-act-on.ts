import { useSession } from '#platform/client/browser.ts'
import type { Role } from '#platform/rights.ts'

/** Whether anything may be done with somebody at all: an owner is acted on by owners alone. The server decides all the same. */
export function useMayActOn(person: { role: Role | null }): boolean {
  const { user } = useSession()
  return person.role !== 'owner' || user?.role === 'owner'
}
