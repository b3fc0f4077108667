import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** What marks the scripts of one rendering as ours: the server puts it here, and takes it out of the HTML (script-policy.server.ts). */
export const nonceContext = createContext<string>()

/** The same for the screens while the server renders them; undefined in the browser. */
export const Nonce = createReactContext<string | undefined>(undefined)
