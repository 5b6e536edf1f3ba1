/** The placeholder of the palette. */
export const SEARCH_ADMIN = 'Find an event, a person, a screen or an action'

/** What it says when it finds nothing. */
export const NOTHING_FOUND = 'Nothing matches your search.'

/** The title of the list of keys. */
export const KEYS_TITLE = 'Keyboard shortcuts'

/** The switch for `/` and `?`. */
export const SINGLE_KEYS = 'Single-character shortcuts: / and ?'
