import { createContext } from 'react-router'
import type { Fetch } from './transport.ts'

/** Where a loader finds the API of its own process: the server puts it there for each rendering. */
export const apiContext = createContext<Fetch>()
