import { expect, test } from 'vitest'
import { subjectLink } from './subject-link.ts'

test.each([
  ['role.grant', 'account', '/admin/users/id-1'],
  ['ban.create', 'user', '/admin/users/id-1'],
  ['event.publish', 'event', '/admin/event/setup?id=id-1'],
  ['vendor.update', 'vendor', '/admin/library/vendors?edit=id-1'],
  ['team_member.update', 'team_member', '/admin/library/team?edit=id-1'],
  ['agenda_template.update', 'agenda_template', '/admin/library/agenda?edit=id-1'],
  ['menu.reorder', 'menu', '/admin/menu'],
  ['setting.update', 'setting', '/admin/settings'],
  ['mail.retry', 'mail', '/admin/email-diagnostics'],
  ['forum-topic.merge', 'forum-topic', '/forum/post/id-1'],
  ['forum-post.edit', 'forum-post', '/forum/post/id-1'],
  ['vendor.delete', 'vendor', undefined],
  ['ban.create', 'address', undefined],
  ['odd', 'toString', undefined],
])('the subject of %s on %s is looked after at %s', (action, subjectType, href) => {
  expect(subjectLink({ action, subjectType, subjectId: 'id-1', after: null })).toBe(href)
})

test.each([
  [{ state: 'hidden' }, '/admin/forum?queue=hidden'],
  [{ state: 'shown' }, '/forum/post/id-1'],
])('a post that stands as %o is found at %s', (after, href) => {
  expect(subjectLink({ action: 'forum-post.hide', subjectType: 'forum-post', subjectId: 'id-1', after })).toBe(href)
})
