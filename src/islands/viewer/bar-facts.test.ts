import { expect, test } from 'vitest'
import type { Viewer } from '#src/contract/viewer.ts'
import { type BarFacts, barFacts, getLinks, recallBar, rememberBar } from './bar-facts.ts'
import { getInitials, itemAfter } from './bar-view.ts'

const viewer: Viewer = {
  id: 'a',
  email: 'ada@plant.example',
  username: 'ada',
  roles: [],
  isAdmin: false,
  approval: 'approved',
  aal: 1,
}
const link = (label: string, href: string) => ({ label, href, isExternal: false })
const own = [link('Home', '/')]

test('a viewer gets the links made for them', () => {
  const facts = barFacts(viewer, { isShown: true, links: [link('Forum', '/forum')], canReport: true })
  expect(getLinks(facts, own)).toEqual([link('Forum', '/forum')])
})

test('the page keeps its own links where theirs could not be read', () => {
  expect(getLinks(barFacts(viewer, undefined), own)).toEqual(own)
})

test('an admin gets the extra link, once', () => {
  const admin = { ...viewer, isAdmin: true }
  expect(getLinks(barFacts(admin, undefined), own).map(({ href }) => href)).toEqual(['/', '/admin'])
  const listed = barFacts(admin, {
    isShown: true,
    links: [link('Control room', '/admin')],
    canReport: true,
  })
  expect(getLinks(listed, own)).toEqual([link('Control room', '/admin')])
})

test('a hidden bar is hidden from all but admins', () => {
  const hidden = { isShown: false, links: [], canReport: false }
  expect(barFacts(viewer, hidden).isShown).toBe(false)
  expect(barFacts({ ...viewer, isAdmin: true }, hidden).isShown).toBe(true)
})

test('whether one may report is as the server says, and as the page came where it says nothing', () => {
  expect(barFacts(viewer, { isShown: false, links: [], canReport: true }).canReport).toBe(true)
  expect(barFacts(viewer, undefined).canReport).toBeNull()
})

test('the bar of the page before comes back as it was, and nothing else does', () => {
  const kept = new Map<string, string>()
  const place = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const facts: BarFacts = barFacts(viewer, { isShown: true, links: own, canReport: true })
  expect(recallBar(place)).toBeUndefined()
  rememberBar(facts, place)
  expect(recallBar(place)).toEqual(facts)
  expect([...kept.keys()].every((key) => key.startsWith('private.'))).toBe(true)
  for (const [key] of kept) kept.set(key, '{"broken')
  expect(recallBar(place)).toBeUndefined()
})

test('arrows go round, Home and End to the ends', () => {
  const moves = [
    ['ArrowDown', -1, 0],
    ['ArrowDown', 1, 0],
    ['ArrowUp', -1, 1],
    ['ArrowUp', 0, 1],
    ['Home', 1, 0],
    ['End', 0, 1],
    ['x', 0, undefined],
  ] as const
  for (const [key, at, next] of moves) expect(itemAfter(key, at, 2), `${key} from ${at}`).toBe(next)
})

test.each([
  ['maria@plant.example', 'm'],
  ['maria.soto@plant.example', 'ms'],
  ['m-k_soto+news@plant.example', 'mk'],
  ['7up@plant.example', '7'],
])('%s is shown as %s', (email, initials) => {
  expect(getInitials(email)).toBe(initials)
})
