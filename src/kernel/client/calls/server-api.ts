import { createContext } from 'react-router'
import type { PublicSettings } from '../../settings.ts'
import type { Storefront } from '../../storefront/storefront.ts'
import type { ShopZone } from '../../values/clock/shop-clock.ts'
import type { ApiError } from './api-error.ts'
import type { Fetch } from './transport.ts'

/** The in-process API for loaders; the server sets it for each rendering. */
export const apiContext = createContext<Fetch>()

/** The error that stopped a rendering. `refusal` is this error as an ApiError when the API refused and the loader did not handle it. */
export type PageFailure = { error: unknown; refusal: ApiError | undefined }

/** A rendering stores its error here for the server, which logs it and sets the status. */
export const failureContext = createContext<PageFailure | null>(null)

/**
 * The HTML of a rendering, for the server: read from the body of a response, it would be encoded to UTF-8 and decoded again, a tenth of the
 * processor time of a page. Null for a file, which is in the response.
 */
export const htmlContext = createContext<string | null>(null)

/** What a page may know about the shop. All of it is public, because it may end up in the HTML. */
export type Site = Storefront & {
  /** The configured public address without a trailing slash. Never the request's address, which a client can forge. */
  origin: string
  /** Demo mode: sample data, the sandbox and the pages under `/dev`. */
  demo: boolean
  /** Of the rendering, in UTC, so that server and browser say one year. */
  year: number
  settings: PublicSettings
  /** What follows the addresses of the brand's pictures, such as `/og.jpg`: their version, or nothing. */
  pictures: string
  /** True where zones of staff price shipping by the address; left out where one flat amount holds everywhere. */
  hasShippingZones?: true
  /** The clock of the shop, so that server and browser say one time without `Intl`. */
  zones: readonly ShopZone[]
}

/** The `Site` for loaders. */
export const siteContext = createContext<Site>()
