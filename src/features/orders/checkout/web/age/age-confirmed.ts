/** Storage key of the age gate's answer. The flag only spares a question and proves nothing. */
const FLAG = 'age_verified'

/** True when this browser has confirmed the age before. A browser without storage asks each time. */
export function isAgeConfirmed(): boolean {
  try {
    return localStorage.getItem(FLAG) === 'true'
  } catch {
    return false
  }
}

export function confirmAge(): void {
  try {
    localStorage.setItem(FLAG, 'true')
  } catch {
    // The browser asks again next time.
  }
}

/** The refusal text with the age from the settings. The server refuses a birth date with an equal text. */
export const underAge = (minimumAge: number) => `You must be ${minimumAge} or older to complete this purchase`
