/** The secret of the journeys' shop, so that a journey can create links as in an e-mail. */
export const SECRET = 'a secret for journeys, and for nothing else'
