import { browserStorage } from '#kernel/client/storage/browser-storage.ts'

const LEFT = 'redoubt.push-left'

/** Remembers in this browser which user's pushes it got before sign-out. */
export const noteLeft = (userId: string) => browserStorage.setItem(LEFT, userId)
export const hasLeft = (userId: string) => browserStorage.getItem(LEFT) === userId
export const forgetLeft = () => browserStorage.removeItem(LEFT)
