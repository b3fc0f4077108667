/** The secret of the journeys' shop, so that a journey can begin with a link as it stands in an e-mail. */
export const SECRET = 'a secret for journeys, and for nothing else'
