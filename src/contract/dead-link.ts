/** The same message for links that are unknown, expired or made for something else. (security TL5) */
export const LINK_DEAD = 'This link is no longer valid.'

/** The heading above what is said of such a link. */
export const LINK_DEAD_TITLE = 'This link no longer works'
