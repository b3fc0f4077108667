/** Whole years between a birth date (YYYY-MM-DD) and a day, by month and day, in UTC. */
export function ageOn(birthDate: string, day: Date): number {
  const [year, month, date] = birthDate.split('-').map(Number) as [number, number, number]
  const had = day.getUTCMonth() + 1 > month || (day.getUTCMonth() + 1 === month && day.getUTCDate() >= date)
  return day.getUTCFullYear() - year - (had ? 0 : 1)
}
