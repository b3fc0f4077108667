import { useSession } from '#kernel/client/browser.ts'
import type { Role } from '#kernel/rights.ts'

/** Whether the caller may act on a person: only owners act on owners. The server checks again. */
export function useMayActOn(person: { role: Role | null }): boolean {
  const { user } = useSession()
  return person.role !== 'owner' || user?.role === 'owner'
}
