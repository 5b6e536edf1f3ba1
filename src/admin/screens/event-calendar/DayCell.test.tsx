import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CalendarEvent } from '#src/contract/event-calendar.ts'
import { CompactCell, FullCell } from './DayCell.tsx'

const event: CalendarEvent = {
  ...{ id: 'a', eventName: 'Tulsa Workshop', eventDate: '2031-05-14', hours: '', place: null, venueName: null },
  ...{ isPublished: false, status: 'scheduled', isPast: false, version: 1 },
}
const content = { events: [event, { ...event, id: 'b' }], entries: [], hasConflict: false }
const props = { day: '2031-05-14', content, isCurrent: false, isToday: false, isOutside: false }

test.each([FullCell, CompactCell])('a day is named by what it shows, and no label hides that from the name', (Cell) => {
  const cell = renderToStaticMarkup(
    <table>
      <tbody>
        <tr>
          <Cell {...props} inConflict={new Set()} onOpen={() => {}} />
        </tr>
      </tbody>
    </table>,
  )
  expect(cell).toMatch(/<td role="gridcell"[^>]*><span class="sr-only">Wednesday, May 14, 2031: 2 draft events<\/span>/)
  expect(cell).not.toMatch(/<td[^>]*aria-label/)
})
