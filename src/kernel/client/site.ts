import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { DEFAULT_SETTINGS, type PublicSettings } from '../settings.ts'
import { DEFAULT_MENUS, type Menus } from '../storefront/menus.ts'
import type { Site } from './calls/server-api.ts'

/** Data of the root route's loader; undefined if it did not load. */
export const useSite = () => useRouteLoaderData('root') as Site | undefined

/** True in a demo shop; false if the root data did not load. */
export const useIsDemo = (): boolean => useSite()?.demo ?? false

/** The document provides the shop's settings here. Without a document, the defaults apply. */
export const SettingsContext = createContext<PublicSettings>(DEFAULT_SETTINGS)

/** Returns the public settings that came with the document: no call, and equal on server and browser. */
export const useSettings = (): PublicSettings => useContext(SettingsContext)

/** The menus of the shop's pages. */
export const useMenus = (): Menus => useSite()?.menus ?? DEFAULT_MENUS

/** Whether zones of staff price shipping by the address. The document says so, like the settings. */
export const ShippingZonesContext = createContext(false)

export const useShippingZones = (): boolean => useContext(ShippingZonesContext)

/** What follows the addresses of the brand's pictures in a route's `meta`. @param matches the `matches` argument of `meta`. */
export const picturesIn = (matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): string =>
  (matches.find(match => match?.id === 'root')?.loaderData as Site | undefined)?.pictures ?? ''

/** Returns the public settings in a route's `meta`, where hooks do not work. @param matches the `matches` argument of `meta`. */
export const settingsIn = (matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): PublicSettings =>
  (matches.find(match => match?.id === 'root')?.loaderData as Site | undefined)?.settings ?? DEFAULT_SETTINGS
