/** A text of an event that names a place or a day which is not the event's own. */
export type StaleHint = {
  /** The field the text stands in, such as `heroTitle`. */
  field: string
  /** The words at fault, as they stand there: `Tulsa`. */
  words: string
  /** Why they are, as a sentence: `Names the city of tulsa-2027.` */
  reason: string
}
