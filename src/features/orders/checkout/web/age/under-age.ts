/** The refusal text with the age from the settings. The server refuses a birth date with an equal text. */
export const underAge = (minimumAge: number) => `You must be ${minimumAge} or older to complete this purchase`
