import type { Settings } from '#kernel/settings.ts'

/** Whether the typist of a card of the desk may not confirm it: always, unless an owner allows it below the value in the settings. */
export const takesTwoPersons = (
  { twoPersonsFromCents, onePersonDesk }: Settings['draw'],
  valueCents: number,
): boolean => !onePersonDesk || valueCents >= twoPersonsFromCents
