/** The door of this folder: what other nouns may use of events. */
export { type EventRow, toEventConfig } from './event-row.ts'
export { listBoundaries, listIncomplete } from './list-upcoming.ts'
export { readAgenda, readTeam, readVendors } from './read-event-parts.ts'
export { findFeatured } from './read-events.ts'
