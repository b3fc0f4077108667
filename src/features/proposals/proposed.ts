import { Proposed } from './contract.ts'

/** The response of a route whose act can wait for a second person: `responses: PROPOSED`, answered by `c.json(proposed, 202)`. */
export const PROPOSED = {
  202: {
    description: 'A second person must confirm this',
    content: { 'application/json': { schema: Proposed } },
  },
}
