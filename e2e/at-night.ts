import { apiAs } from './shopper.ts'

/** A time zone where it is 2:00 now, so no SMS is sent for 6 hours. The names of `Etc` zones count west of Greenwich as positive. */
function nightZone(now = new Date()): string {
  const east = ((2 - now.getUTCHours() + 35) % 24) - 11
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/** Opts a demo user in to SMS in a zone where it is night, so that messages to this user wait. @returns the user's id. */
export async function optInAtNight(email: string): Promise<string> {
  const asThem = await apiAs(email)
  const { json } = await asThem('/my/profile', { smsConsent: true })
  const preferences = { timeZone: nightZone() }
  const { status } = await asThem('/push/preferences', { userId: json.id, preferences }, 'PUT')
  if (status !== 200) throw new Error(`The time zone of ${email} was answered with ${status}.`)
  return json.id
}
