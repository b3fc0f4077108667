const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** True if external text is a valid UUID. PostgreSQL throws when it compares a uuid column with other text. */
export const isUuid = (text: string): boolean => UUID.test(text)
