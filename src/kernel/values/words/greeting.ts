/**
 * Begins a message to an address that is not proved, under a name that any caller may have typed. A name that a mail program would show
 * as a link is left out.
 */
export const greetingOf = (name: string): string => (/[/:@]|\.\S/.test(name) ? 'Hello,' : `Hello ${name},`)
