/** customer-side.md section 3: the flags that the age gate keeps in this browser. They spare a question and prove nothing. */
const FLAG = 'age_verified'

/** Whether this browser was asked for the age before; one that keeps nothing is asked each time. */
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
    // It is asked again next time.
  }
}

/** The specified sentence, with the age of the settings; the server says the same of a birth date. */
export const underAge = (minimumAge: number) => `You must be ${minimumAge} or older to complete this purchase`
