const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text from outside can be an id at all; PostgreSQL refuses to compare with what is none. */
export const isUuid = (text: string): boolean => UUID.test(text)
