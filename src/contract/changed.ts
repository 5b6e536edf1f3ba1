/**
 * What a change of something public answers with. `revision` is what a build must reach to show it; null when no page shows
 * anything new. (design 6)
 */
export type Changed<Item> = { item: Item; revision: number | null }

/** The word every save carries: which state of the row it was made from. (design 10) */
export type Versioned = { version: number }

/** Somebody saved since. The editor then sees both and chooses. */
export const STALE = 'Somebody else has changed this meanwhile.'
