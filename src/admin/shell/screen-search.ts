/** The placeholder of the search for a screen. */
export const SEARCH_SCREENS = 'Search screens…'

/** What it says when it finds none. */
export const NO_SCREENS_FOUND = 'No screens match your search.'
