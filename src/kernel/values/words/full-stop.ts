const ENDS = /[.!?…][”’"')\]]*$/

/** Ends a sentence whose last words were typed by a user: "Redoubt Supply Co." keeps its one dot. */
export const withFullStop = (sentence: string): string => (ENDS.test(sentence) ? sentence : `${sentence}.`)

/** Takes the full stop from a sentence that becomes a heading: "Hold the line". */
export const withoutFullStop = (sentence: string): string => sentence.replace(/(?<!\.)\.$/, '')
