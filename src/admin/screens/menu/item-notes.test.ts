import { expect, test } from 'vitest'
import type { BarFacts, MenuItem } from '#src/contract/navigation.ts'
import { noteOf } from './item-notes.ts'

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
  [{ href: 'https://product.example/x' }, 'Leads to the external site, so the bar leaves it out.'],
  [{ href: '#report-modal' }, 'Opens the report form: a button on the home page, no link in the bar.'],
  [{ href: '#event' }, 'Shown as “Tulsa Workshop”, leading to its page.'],
  [{ href: '#report-modal', visibleToAnonymous: false }, 'Nobody sees it: no kind of viewer is chosen.'],
  [{ visibleToAnonymous: false }, 'Nobody sees it: no kind of viewer is chosen.'],
])('an item with %j is noted as %s', (changes, note) => {
  expect(noteOf({ ...item, ...changes }, bar)).toBe(note)
})

test('without a published event the bar says so', () => {
  expect(noteOf({ ...item, href: '#event' }, { ...bar, featured: null })).toBe(
    'Shown as “Training Event” until an event is published.',
  )
})
