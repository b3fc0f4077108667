import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { DEFAULT_SETTINGS, type PublicSettings } from '../settings.ts'
import type { Site } from './server-api.ts'

/** What the root route's loader told of the shop; undefined where it could not be loaded. */
export const useSite = () => useRouteLoaderData('root') as Site | undefined

/** Whether this shop is a demo; where nothing was loaded it is none. */
export const useIsDemo = (): boolean => useSite()?.demo ?? false

/** The document puts the shop's settings here; what is drawn without a document has the defaults. */
export const SettingsContext = createContext<PublicSettings>(DEFAULT_SETTINGS)

/** The public settings as they came with the document: no call, and the same for the server's rendering and the browser's. */
export const useSettings = (): PublicSettings => useContext(SettingsContext)

/** The same in a route's `meta`, which is no component. @param matches as `meta` gets them. */
export const settingsIn = (matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): PublicSettings =>
  (matches.find(match => match?.id === 'root')?.loaderData as Site | undefined)?.settings ?? DEFAULT_SETTINGS
