import { browserStorage } from '#kernel/client/storage/browser-storage.ts'

/** Storage key of the age gate's answer. The flag only spares a question and proves nothing. */
const FLAG = 'age_verified'

/** True when this browser has confirmed the age before. */
export const isAgeConfirmed = () => browserStorage.getItem(FLAG) === 'true'
export const confirmAge = () => browserStorage.setItem(FLAG, 'true')

/** The refusal text with the age from the settings. The server refuses a birth date with an equal text. */
export const underAge = (minimumAge: number) => `You must be ${minimumAge} or older to complete this purchase`
