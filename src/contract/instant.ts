/** A moment as milliseconds since 1970-01-01T00:00Z. It crosses the wire as a JSON number. */
export type Instant = number

/** A calendar day without a zone, as `YYYY-MM-DD`. */
export type PlainDay = string

/** A wall-clock time without a zone, as `HH:MM` or `HH:MM:SS`, 24 hours. */
export type PlainClock = string
