const LEFT = 'redoubt.push-left'

/** Remembers in this browser which user's pushes it got before sign-out. */
export const noteLeft = (userId: string) => localStorage.setItem(LEFT, userId)
export const hasLeft = (userId: string) => localStorage.getItem(LEFT) === userId
export const forgetLeft = () => localStorage.removeItem(LEFT)
