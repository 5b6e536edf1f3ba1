import { z } from 'zod'
import { plainDay } from './event.ts'
import { toLayers } from './event-calendar.ts'
import { entryVersion } from './library.ts'

/** A year, with the weeks around it. */
const MOST_DAYS = 400
const DAY = 86_400_000

/** `?from=&to=&layers=` of the calendar: both days are shown, and layers are separated by dots. */
export const calendarQuery = z
  .strictObject({
    from: plainDay,
    to: plainDay,
    layers: z
      .string()
      .max(100, 'These layers do not exist')
      .default('')
      .transform((text) => toLayers(text)),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day must not be before the first' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MOST_DAYS * DAY, {
    path: ['to'],
    message: `Ask for at most ${MOST_DAYS} days`,
  })

/** `?date=` of the preview of a move. */
export const movePreviewQuery = z.strictObject({ date: plainDay })

/** `POST /api/admin/events/:id/move`: the new local date of the event, with the version that it was seen at. */
export const moveEventInput = z.strictObject({ date: plainDay, version: entryVersion })
export type MoveEventInput = z.output<typeof moveEventInput>

/** `POST /api/admin/calendar/feed`. The form chooses the id, so that a double click does not end the address that it shows. */
export const calendarFeedInput = z.strictObject({
  id: z.uuid(),
  scope: z.enum(['published', 'all'], 'Choose which events the calendar shows'),
})
