/**
 * What a change of something public answers with. `revision` is what a build must reach to show it; null when no page shows
 * anything new. (architecture 6)
 */
export type Changed<Item> = { item: Item; revision: number | null }

/** The word every save carries: which state of the row it was made from. (architecture 10) */
export type Versioned = { version: number }

/** Somebody saved since. The editor then sees both and chooses. */
export const STALE = 'Someone else has changed this in the meantime.'
