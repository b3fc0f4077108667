import { type Day, shopDayOf } from '../shop-day.ts'

/** Whole years between a birth date and the shop's day at a moment, by month and day. */
export function ageOn(birthDate: Day, at: Date): number {
  const [today, born] = [shopDayOf(at), birthDate].map(day => ({ year: Number(day.slice(0, 4)), date: day.slice(5) }))
  return today!.year - born!.year - (today!.date >= born!.date ? 0 : 1)
}

/** The latest birth date of a person who is `age` years old on the shop's day at a moment. */
export function bornUntil(at: Date, age: number): Day {
  const [year, month, date] = shopDayOf(at).split('-').map(Number) as [number, number, number]
  // 29 February has no counterpart in a common year: people born up to the 28th are old enough.
  const lastOfMonth = new Date(Date.UTC(year - age, month, 0)).getUTCDate()
  return new Date(Date.UTC(year - age, month - 1, Math.min(date, lastOfMonth))).toISOString().slice(0, 10)
}
