import { apiAs } from './shopper.ts'

/** A zone in which it is two in the morning now: no SMS goes there for six hours. Such names count west of Greenwich as positive. */
function nightZone(now = new Date()): string {
  const east = ((2 - now.getUTCHours() + 35) % 24) - 11
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/** Somebody of the demo opts in to SMS from where it is night, so that what is sent to them waits. @returns their id. */
export async function optInAtNight(email: string): Promise<string> {
  const asThem = await apiAs(email)
  const { json } = await asThem('/my/profile', { smsConsent: true })
  const preferences = { timeZone: nightZone() }
  const { status } = await asThem('/push/preferences', { userId: json.id, preferences }, 'PUT')
  if (status !== 200) throw new Error(`The time zone of ${email} was answered with ${status}.`)
  return json.id
}
