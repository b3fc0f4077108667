import { COMMON_ERRORS } from '#platform/errors.ts'
import facts from '../route-facts.json' with { type: 'json' }

type Route = { method: string; pattern: RegExp; codes: Set<string> }

/** Static paths first: `/orders/pack` is no order. */
const ROUTES: Route[] = Object.entries<{ refuses: Record<string, string[]> }>(facts.operations)
  .sort(([a], [b]) => a.split('{').length - b.split('{').length)
  .map(([route, { refuses }]) => {
    const [method, path] = route.split(' ') as [string, string]
    const pattern = new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`)
    return { method, pattern, codes: new Set(Object.values(refuses).flat()) }
  })

/** The checks before every route refuse with these. */
const OF_ALL = new Set(Object.keys(COMMON_ERRORS))

/**
 * Every refusal that a test sees is in the description of its route, so that the refusals that are read from the source stay true.
 * @throws for a code that the description does not name.
 */
export function requireNamedRefusal(method: string, path: string, code: string): void {
  if (OF_ALL.has(code)) return
  const { pathname } = new URL(path, 'http://shop.test')
  const route = ROUTES.find(one => one.method === method && one.pattern.test(pathname))
  if (route && !route.codes.has(code))
    throw new Error(
      `${method} ${pathname} refuses with ${code}, which its description does not name. Run \`npm run api\`.`,
    )
}
