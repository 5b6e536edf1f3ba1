import { describe, expect, test } from 'vitest'
import { isVisibleTo, type MenuItem, menuItemInput, navigationFor, type ViewerKind } from './navigation.ts'

const item = (changes: Partial<MenuItem>): MenuItem => ({
  id: 'm1',
  label: 'Events',
  href: '/events',
  displayOrder: 1,
  isActive: true,
  isExternal: false,
  visibleToAnonymous: true,
  visibleToUser: true,
  visibleToAdmin: true,
  ...changes,
})
const facts = { showToPublic: true, externalSiteHost: 'www.product.example', featured: undefined }
const listLinks = (items: MenuItem[], viewer: ViewerKind = 'anonymous', changes: Partial<typeof facts> = {}) =>
  navigationFor({ items, ...facts, ...changes, viewer }).links
const kinds: ViewerKind[] = ['anonymous', 'user', 'admin']

describe('the navigation bar', () => {
  test.each(kinds)('with the public setting off, %s sees it only as an admin', (viewer) => {
    const bar = navigationFor({ items: [item({})], ...facts, showToPublic: false, viewer })
    expect(bar.isShown).toBe(viewer === 'admin')
    expect(bar.links).toHaveLength(viewer === 'admin' ? 1 : 0)
  })

  test('each flag shows an item to its own kind of viewer alone', () => {
    const flags = { visibleToAnonymous: false, visibleToUser: false, visibleToAdmin: false }
    const seen = (only: keyof typeof flags) =>
      kinds.filter((kind) => isVisibleTo(item({ ...flags, [only]: true }), kind))
    expect(seen('visibleToAnonymous')).toEqual(['anonymous'])
    expect(seen('visibleToUser')).toEqual(['user'])
    expect(seen('visibleToAdmin')).toEqual(['admin'])
  })

  test('an inactive item is not shown to anyone', () => {
    expect(kinds.filter((kind) => isVisibleTo(item({ isActive: false }), kind))).toEqual([])
  })

  test('links are in display order, ties by id', () => {
    const items = [
      item({ id: 'b', label: 'second', displayOrder: 2 }),
      item({ id: 'c', label: 'third', displayOrder: 2 }),
      item({ id: 'a', label: 'first', displayOrder: 1 }),
    ]
    expect(listLinks(items).map((link) => link.label)).toEqual(['first', 'second', 'third'])
  })

  test('the report modal and the product\u2019s external site are left out', () => {
    const items = [item({ href: '#report-modal' }), item({ href: 'https://www.product.example/pricing' })]
    expect(listLinks(items)).toEqual([])
  })

  test('who may report is said by the report item\u2019s own flags, bar or no bar', () => {
    const only = { visibleToAnonymous: false, visibleToUser: true, visibleToAdmin: false }
    const report = item({ href: '#report-modal', ...only })
    const reporters = (items: MenuItem[], showToPublic: boolean) =>
      kinds.filter((viewer) => navigationFor({ items, ...facts, showToPublic, viewer }).canReport)
    expect(reporters([report], true)).toEqual(['user'])
    expect(reporters([report], false)).toEqual(['user'])
    expect(reporters([item({ href: '#report-modal' })], false)).toEqual(kinds)
    expect(reporters([{ ...report, isActive: false }], true)).toEqual([])
    expect(reporters([item({})], true)).toEqual([])
  })

  test('#event leads to the featured event under its name, else it is called Training Event', () => {
    const featured = { eventName: 'Tulsa Workshop', eventSlug: 'tulsa-2027' }
    const named = navigationFor({ items: [item({ href: '#event' })], ...facts, featured, viewer: 'user' })
    expect(named.links).toEqual([{ label: 'Tulsa Workshop', href: '/event/tulsa-2027', isExternal: false }])
    expect(listLinks([item({ href: '#event' })])[0]).toMatchObject({ label: 'Training Event' })
  })

  test('a link carries nothing but what the bar shows', () => {
    expect(Object.keys(listLinks([item({})])[0] ?? {})).toEqual(['label', 'href', 'isExternal'])
  })
})

describe('a menu item', () => {
  const { id: _id, ...input } = item({})

  test.each(['/events', '#event', 'https://x.example/a?b', 'http://x.example'])('may lead to %s', (href) => {
    expect(menuItemInput.safeParse({ ...input, href }).success).toBe(true)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    'https://user:pass@x.example',
    'java\nscript:alert(1)',
    ' /events',
    '',
  ])('may not lead to %j', (href) => {
    expect(menuItemInput.safeParse({ ...input, href }).success).toBe(false)
  })
})
