/** A number with its noun: "1 day", "7 days". The plural takes an s. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
