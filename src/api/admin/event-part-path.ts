import type { Context } from 'hono'
import type { ApiEnv } from '../context.ts'
import { idIn } from './parts.ts'

/** The event in the path. Throws `not_found`. */
export function eventIn(c: Context<ApiEnv>): string {
  return idIn(c, 'Event not found.')
}

/** The event in the path and the entry of its list. Throws `not_found`. */
export function partIn(c: Context<ApiEnv>, { noun }: { noun: string }): { eventId: string; partId: string } {
  return { eventId: eventIn(c), partId: idIn(c, `This ${noun} is not part of the event.`, 'partId') }
}
