export type SmsKeyword = 'STOP' | 'START' | 'HELP'

/** The keywords of the CTIA and of Twilio, and the one that the FCC added in 2025. */
const WORDS: Record<SmsKeyword, readonly string[]> = {
  STOP: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'],
  START: ['START', 'UNSTOP', 'YES'],
  HELP: ['HELP', 'INFO'],
}

/** The keyword of an SMS reply; undefined unless the reply is a keyword alone. Case and punctuation do not matter. */
export function keywordOf(body: string): SmsKeyword | undefined {
  const word = body.toUpperCase().replace(/[^A-Z]/g, '')
  const isAlone = /^[^\p{L}\p{N}]*[a-z]+([ -][a-z]+)?[^\p{L}\p{N}]*$/iu.test(body)
  if (!isAlone) return undefined
  return (Object.keys(WORDS) as SmsKeyword[]).find(keyword => WORDS[keyword].includes(word))
}

/**
 * The replies to keywords. STOP and HELP are answered at any hour and count towards no cap.
 * @param helpEmail the address of support.
 */
export const smsReplies = (helpEmail: string): Record<SmsKeyword, string> => ({
  STOP: 'Redoubt: You are unsubscribed and will get no more messages. Reply START to subscribe again.',
  START:
    'Redoubt: You are subscribed again. Up to 4 messages per month. Msg&data rates may apply. Reply HELP for help, STOP to unsubscribe.',
  HELP: `Redoubt: For help write to ${helpEmail}. Up to 4 messages per month. Msg&data rates may apply. Reply STOP to unsubscribe.`,
})
