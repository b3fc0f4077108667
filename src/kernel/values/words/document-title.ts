/** The title of a document: the page's title, then the shop's name. */
export const titleOf = (page: string, shop: string): string => `${page} · ${shop}`
