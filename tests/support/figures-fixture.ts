import type { EventOutcome } from '#src/domain/analytics/read-event-outcome.ts'
import type { WeekFigures } from '#src/domain/analytics/read-week-figures.ts'

/** The figures of a week with everything in them. */
export const aWeek: WeekFigures = {
  from: '2027-01-04',
  to: '2027-01-10',
  upTo: Date.parse('2027-01-11T06:00Z'),
  isWhole: true,
  now: { visitors: 8.333, visits: 312, views: 1_405 },
  before: { visitors: 38.4, visits: 290, views: 688 },
  sources: [
    { source: 'plantnews.example', visits: 80 },
    { source: '', visits: 1 },
  ],
  pages: [{ path: '/', views: 1_200 }],
  events: [
    { name: 'Reliability Workshop Tulsa', days: 10, presses: 14, inWeek: 5 },
    { name: 'Reliability Workshop Denver', days: 38, presses: 0, inWeek: 0 },
  ],
  leftOut: [
    { reason: 'bot', count: 1_234 },
    { reason: 'opted_out', count: 3 },
  ],
}

/** How an event went that is compared with four others. */
export const anOutcome: EventOutcome = {
  upTo: Date.parse('2027-01-23T14:45Z'),
  own: { views: 705, peak: 64, visits: 312, agenda: 220, letter: 24, register: 32 },
  peakDay: '2027-01-12',
  earlier: { events: 4, average: { views: 610.5, peak: 51.25, visits: 290, agenda: 180, letter: 20, register: 9.5 } },
  sources: [
    { source: 'plantnews.example', presses: 18 },
    { source: 'newsletter', presses: 9 },
    { source: '', presses: 5 },
  ],
  partners: [
    { name: 'Gauge & Co', shown: 210, pressed: 12 },
    { name: 'Torque Works', shown: 198, pressed: 3 },
  ],
}
