import { map } from 'nanostores'

/** What a build must reach to show the last change made to an event's lists here, whichever list it was. */
export const $lastChange = map<Record<string, number>>({})
