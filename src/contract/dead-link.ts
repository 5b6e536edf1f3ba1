/** Of links that are unknown, over or made for something else the same is said. (security TL5) */
export const REPORT_LINK_DEAD = 'This link is no longer valid.'
