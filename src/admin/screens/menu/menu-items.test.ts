import { expect, test } from 'vitest'
import type { BarFacts, MenuItem } from '#src/contract/navigation.ts'
import { EXTERNAL_LINK, getNote, NO_AUDIENCE, REPORT_BUTTON } from './menu-items.ts'

const item: MenuItem = {
  id: 'a',
  label: 'Events',
  href: '/events',
  displayOrder: 1,
  isActive: false,
  isExternal: false,
  visibleToAnonymous: true,
  visibleToUser: false,
  visibleToAdmin: false,
}

const bar: BarFacts = {
  showToPublic: false,
  externalSiteHost: 'product.example',
  featured: { eventName: 'Tulsa Workshop', eventSlug: 'tulsa' },
}

test.each<[Partial<MenuItem>, string | undefined]>([
  [{}, undefined],
  [{ href: 'https://partner.example' }, undefined],
  [{ href: 'https://product.example/x' }, EXTERNAL_LINK],
  [{ href: '#report-modal' }, REPORT_BUTTON],
  [{ href: '#event' }, 'Shown as “Tulsa Workshop” with a link to its page.'],
  [{ href: '#report-modal', visibleToAnonymous: false }, NO_AUDIENCE],
  [{ visibleToAnonymous: false }, NO_AUDIENCE],
])('an item with %j is noted as %s', (changes, note) => {
  expect(getNote({ ...item, ...changes }, bar)).toBe(note)
})

test('without a published event the bar says so', () => {
  expect(getNote({ ...item, href: '#event' }, { ...bar, featured: null })).toBe(
    'Shown as “Training Event” until an event is published.',
  )
})
