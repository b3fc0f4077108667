import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** CSP nonce of one rendering. The server sets it here and removes it from the HTML (security-headers.server.ts). */
export const nonceContext = createContext<string>()

/** The nonce for components during server rendering; undefined in the browser. */
export const Nonce = createReactContext<string | undefined>(undefined)
