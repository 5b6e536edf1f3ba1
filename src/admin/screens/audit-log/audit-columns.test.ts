import { expect, test } from 'vitest'
import { links } from '../../links.ts'
import { fieldChanges, subjectLink, summarizeChanges } from './audit-columns.tsx'

test.each([
  ['role.grant', 'account', links.user('id-1')],
  ['ban.create', 'user', links.user('id-1')],
  ['event.publish', 'event', links.eventSetup('id-1')],
  ['vendor.update', 'vendor', links.vendors({ edit: 'id-1' })],
  ['team_member.update', 'team_member', links.team({ edit: 'id-1' })],
  ['agenda_template.update', 'agenda_template', links.agendaTemplates({ edit: 'id-1' })],
  ['menu.reorder', 'menu', links.menu()],
  ['analytics_import.undo', 'analytics_import', links.analyticsBackfill()],
  ['setting.update', 'setting', links.settings()],
  ['mail.retry', 'mail', links.mails({ message: 'id-1' })],
  ['suppression.release', 'suppression', links.mails({ tab: 'stopped' })],
  ['forum-topic.merge', 'forum-topic', '/forum/post/id-1'],
  ['forum-post.edit', 'forum-post', '/forum/post/id-1'],
  ['vendor.delete', 'vendor', undefined],
  ['ban.create', 'address', undefined],
  ['odd', 'toString', undefined],
])('the subject of %s on %s is looked after at %j', (action, subjectType, place) => {
  expect(subjectLink({ action, subjectType, subjectId: 'id-1', after: null })).toEqual(place)
})

test.each([
  [{ state: 'hidden' }, links.forum({ queue: 'hidden' })],
  [{ state: 'shown' }, '/forum/post/id-1'],
])('a post that stands as %o is found at %j', (after, place) => {
  expect(subjectLink({ action: 'forum-post.hide', subjectType: 'forum-post', subjectId: 'id-1', after })).toEqual(place)
})

test('what changed is separate from what stayed, in the order of the row', () => {
  const before = { title: 'Old', city: 'Tulsa', price: 395, note: null }
  const after = { title: 'New', city: 'Tulsa', price: 395, note: 'Moved', extra: true }
  expect(fieldChanges({ before, after })).toEqual({
    changed: [
      { field: 'title', before: 'Old', after: 'New' },
      { field: 'note', before: '(empty)', after: 'Moved' },
      { field: 'extra', before: null, after: 'yes' },
    ],
    same: [
      { field: 'city', before: 'Tulsa', after: 'Tulsa' },
      { field: 'price', before: '395', after: '395' },
    ],
  })
})

test('nested rows are named by their path, lists are shown line by line', () => {
  const before = { value: { show_to_public: false }, order: ['a', 'b'], parts: [{ x: 1 }], none: [], bare: {} }
  const after = { ...before, value: { show_to_public: true }, order: ['b', 'a'] }
  expect(fieldChanges({ before, after }).changed).toEqual([
    { field: 'value.show_to_public', before: 'no', after: 'yes' },
    { field: 'order', before: 'a\nb', after: 'b\na' },
  ])
  expect(fieldChanges({ before, after }).same.map(({ after: text }) => text)).toEqual(['{"x":1}', '(none)', '{}'])
})

test.each([
  [null, null, ''],
  [null, { name: 'a', city: 'b' }, 'Added: name, city'],
  [{ name: 'a' }, null, 'Removed: name'],
  [{ name: 'a' }, { name: 'b' }, 'name'],
  [{ name: 'a' }, { name: 'a' }, 'No changes'],
  [{}, { a: 1, b: 2, c: 3, d: 4, e: 5 }, 'a, b, c and 2 more'],
])('from %j to %j is summed up as %j', (before, after, summary) => {
  expect(summarizeChanges({ before, after })).toBe(summary)
})
