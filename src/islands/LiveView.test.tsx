import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { toLanding } from '#src/contract/landing.ts'
import { someRows } from '#tests/support/event-fixture.ts'
import { ApiError } from './call.ts'
import { LiveView } from './LiveLanding.tsx'

const landing = toLanding(someRows(), Date.parse('2026-12-01T12:00:00Z'))

const offline = new ApiError({ status: 0, code: 'offline', detail: 'No connection.' })
const missing = new ApiError({ status: 404, code: 'not_found', detail: 'Event not found.' })

test('loading shows skeletons', () => {
  expect(renderToStaticMarkup(<LiveView source="address" state={{ status: 'loading' }} />)).toContain(
    'aria-busy="true"',
  )
})

test('ready shows the same sections as a built page', () => {
  const html = renderToStaticMarkup(
    <LiveView source="address" state={{ status: 'ready', value: landing, isStale: false }} />,
  )
  expect(html).toContain('Stop the next breakdown')
  expect(html).toContain('Email it')
})

test.each(['address', 'featured'] as const)(
  'failed offers to refresh the page, and does not claim that nothing is there: %s',
  (source) => {
    const html = renderToStaticMarkup(<LiveView source={source} state={{ status: 'failed', fault: offline }} />)
    expect(html).toContain('Unable to load event information.')
    expect(html).toContain('>Refresh Page</button>')
    expect(html).not.toMatch(/No published events found|Event not found/)
  },
)

test('an unknown event leads home, no event at all to its setup', () => {
  const unknown = renderToStaticMarkup(<LiveView source="address" state={{ status: 'failed', fault: missing }} />)
  expect(unknown).toMatch(/Event not found\..*href="\/"/)
  const none = renderToStaticMarkup(<LiveView source="featured" state={{ status: 'failed', fault: missing }} />)
  expect(none).toMatch(/No published events found.*href="\/admin\/event\/setup"/)
})
