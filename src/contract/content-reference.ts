/**
 * What `{{city}}` and the like stand for, as editors read it. A text that refers to a fact says what the event says at the moment the
 * page is made, so it never goes stale. (decision 0064)
 */
export const CONTENT_REFERENCES = {
  event: 'Name of the event',
  date: 'Day',
  time: 'Time',
  city: 'City',
  place: 'City and state',
  venue: 'Venue',
  address: 'Address of the venue',
  price: 'Price, with the day on which it changes',
  deadline: 'Last day of the early bird price',
} as const
export type ContentReference = keyof typeof CONTENT_REFERENCES

/** A reference as it is written in a text. */
export const REFERENCE = /\{\{\s*([^{}]*?)\s*\}\}/g

export function isReference(name: string): name is ContentReference {
  return Object.hasOwn(CONTENT_REFERENCES, name)
}

/** The facts that a text refers to, each once. */
export function findReferences(text: string): string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map(([, name = '']) => name))]
}

/** The references of a text that no fact has. */
export function unknownReferences(text: string): string[] {
  return findReferences(text).filter((name) => !isReference(name))
}
