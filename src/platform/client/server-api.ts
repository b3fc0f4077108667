import { createContext } from 'react-router'
import type { PublicSettings } from '../settings.ts'
import type { ApiError } from './api-error.ts'
import type { Fetch } from './transport.ts'

/** Where a loader finds the API of its own process: the server puts it there for each rendering. */
export const apiContext = createContext<Fetch>()

/** The error that stopped a rendering. `refusal` is the same error when the API refused and the loader did not handle it. */
export type PageFailure = { error: unknown; refusal: ApiError | undefined }

/** Where a rendering leaves its error for the server, which knows the log and the status. */
export const failureContext = createContext<PageFailure | null>(null)

/** What a page may know of the shop it is rendered in; public, so it may end in the HTML. */
export type Site = {
  /** The configured public address without a slash at its end; never that of the request, which anybody can make up. */
  origin: string
  /** Demo mode: sample data, the sandbox and the pages under `/dev`. */
  demo: boolean
  settings: PublicSettings
}

/** Where a loader finds what it may know of the shop. */
export const siteContext = createContext<Site>()
