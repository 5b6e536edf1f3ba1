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
  ['vendor.delete', 'vendor', undefined],
  ['ban.create', 'address', undefined],
  ['odd', 'toString', undefined],
])('the subject of %s on %s is looked after at %s', (action, subjectType, href) => {
  expect(subjectLink({ action, subjectType, subjectId: 'id-1' })).toBe(href)
})
