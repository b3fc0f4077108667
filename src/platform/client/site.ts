import { useRouteLoaderData } from 'react-router'
import type { Site } from './server-api.ts'

/** Whether this shop is a demo, as the root route's loader told it; where nothing was loaded it is none. */
export const useIsDemo = (): boolean => (useRouteLoaderData('root') as Site | undefined)?.demo ?? false
