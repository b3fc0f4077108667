import { hasRight, type Right } from '../rights.ts'
import { useUser } from './browser.ts'

/** True if the signed-in user has a staff right. Screens hide forbidden actions; the server checks every call. */
export function useRight(right: Right): boolean {
  return hasRight(useUser()?.role, right)
}
