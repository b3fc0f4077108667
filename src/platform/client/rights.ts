import { hasRight, type Right } from '../rights.ts'
import { useSession } from './browser.ts'

/** Whether the signed-in person may do something as staff. A screen leaves out what it must not offer; the server decides all the same. */
export function useRight(right: Right): boolean {
  return hasRight(useSession().user?.role, right)
}
