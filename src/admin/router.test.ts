import { createMemoryHistory, linkOptions } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { checkSearch, type SearchOf } from './addresses.ts'
import { screenAt } from './find-screens.ts'
import { links } from './links.ts'
import { router } from './router.tsx'

const ID = '00000000-0000-4000-8000-000000000000'

/** One link of each kind at least. */
const LINKS = [
  ['dashboard', links.dashboard(), '/admin'],
  [
    'eventManage',
    links.eventManage({ q: 'tulsa & co', state: 'draft' }),
    '/admin/event/manage?q=tulsa+%26+co&state=draft',
  ],
  ['eventSetup', links.eventSetup(), '/admin/event/setup'],
  ['eventSetup', links.eventSetup(ID), `/admin/event/setup?id=${ID}`],
  ['eventHistory', links.eventHistory(ID), `/admin/event/manage?history=${ID}`],
  ['eventPreview', links.eventPreview(ID), `/admin/event/preview/${ID}`],
  ['eventParts', links.eventParts(ID, 'team'), `/admin/event/vendors?event=${ID}&part=team`],
  ['eventLogistics', links.eventLogistics(ID), `/admin/event/logistics/${ID}`],
  ['eventOverview', links.eventOverview(ID), `/admin/event/overview?event=${ID}`],
  ['eventTimeline', links.eventTimeline(ID), `/admin/event/timeline?event=${ID}`],
  ['eventTasks', links.eventTasks(ID, ID), `/admin/event/tasks?event=${ID}&task=${ID}`],
  ['eventEmails', links.eventEmails(ID), `/admin/event/emails?event=${ID}`],
  ['eventPickups', links.eventPickups(ID), `/admin/event/pickups?event=${ID}`],
  ['orders', links.orders(), '/admin/orders'],
  ['order', links.order(ID), `/admin/orders/${ID}`],
  ['content', links.content({ tab: 'pages', edit: 'new' }), '/admin/library/content?tab=pages&edit=new'],
  ['products', links.products({ edit: 'new' }), '/admin/library/products?edit=new'],
  ['vendorPortal', links.vendorPortal({ tab: 'tasks' }), '/admin/vendor-portal?tab=tasks'],
  ['vendorInvites', links.vendorInvites({ state: 'expired' }), '/admin/vendor-invites?state=expired'],
  ['taskTemplates', links.taskTemplates({ edit: 'new' }), '/admin/library/tasks?edit=new'],
  ['security', links.security(), '/admin/security'],
  ['securityTest', links.securityTest(), '/admin/security-test'],
  ['emergency', links.emergency(), '/admin/emergency-reset'],
  ['workflows', links.workflows({ edit: 'new' }), '/admin/workflows?edit=new'],
  ['testLogisticsEmail', links.testLogisticsEmail(ID), `/admin/test-logistics-email?event=${ID}`],
  ['vendors', links.vendors({ edit: 'new' }), '/admin/library/vendors?edit=new'],
  ['locations', links.locations(), '/admin/library/locations'],
  ['team', links.team({ q: '' }), '/admin/library/team'],
  ['agendaTemplates', links.agendaTemplates(), '/admin/library/agenda'],
  ['contentStudio', links.contentStudio({ state: 'failed' }), '/admin/content-studio?state=failed'],
  ['changeSet', links.changeSet(ID), `/admin/content-studio/${ID}`],
  ['menu', links.menu(), '/admin/menu'],
  ['settings', links.settings(), '/admin/settings'],
  ['users', links.users({ tab: 'waiting' }), '/admin/users?tab=waiting'],
  ['user', links.user('a/b'), '/admin/users/a%2Fb'],
  ['forum', links.forum({ queue: undefined }), '/admin/forum'],
  ['forumCategories', links.forumCategories(), '/admin/forum/categories'],
  ['reports', links.reports({ status: 'merged', report: ID }), `/admin/reports?status=merged&report=${ID}`],
  ['wishlist', links.wishlist({ wish: ID }), `/admin/wishlist?wish=${ID}`],
  ['feedback', links.feedback(), '/admin/feedback'],
  ['analytics', links.analytics({ source: '(none)' }), '/admin/analytics?source=%28none%29'],
  ['analyticsBackfill', links.analyticsBackfill(), '/admin/analytics-backfill'],
  ['auditLog', links.auditLog({ actor: 'ada' }), '/admin/audit-logs?actor=ada'],
  ['mails', links.mails({ state: 'dead' }), '/admin/email-diagnostics?state=dead'],
] as const

describe('a link', () => {
  test('of every kind is tried below', () => {
    const tried = new Set<string>(LINKS.map(([name]) => name))
    expect(Object.keys(links).filter((name) => !tried.has(name))).toEqual([])
  })

  test.each(LINKS)('%s is the address of a screen', (_name, link, address) => {
    expect(router.buildLocation(link).href).toBe(address)
    expect(screenAt(address.split('?')[0] ?? '')).toBeDefined()
  })

  test('with a wrong name, a wrong value or an unknown path does not compile', () => {
    // @ts-expect-error There is no parameter of this name.
    links.users({ tabs: 'waiting' })
    // @ts-expect-error There is no tab of this name.
    links.users({ tab: 'sleeping' })
    // @ts-expect-error There is no screen at this address.
    linkOptions({ to: '/admin/nowhere' })
    // @ts-expect-error The address of a person names the person.
    linkOptions({ to: '/admin/users/$userId' })
    const mails: SearchOf<'/admin/email-diagnostics'> = {}
    // @ts-expect-error This is a tab of another screen.
    mails.state = 'draft'
  })
})

describe('what an address carries', () => {
  test('is dropped where the screen does not know it, and falls back where it is not valid', () => {
    const read = checkSearch('/admin/users')
    expect(read({ tab: 'all', q: 'ada', colour: 'red', toString: 'x' })).toStrictEqual({ tab: 'all', q: 'ada' })
    expect(read({ tab: 'sleeping', q: 'x'.repeat(101), role: '' })).toStrictEqual({
      tab: undefined,
      q: undefined,
      role: undefined,
    })
    expect(read({ tab: 'toString', q: ['a', 'b'], state: null })).toMatchObject({ tab: undefined, state: undefined })
  })

  test.each([
    ['/admin/reports', { report: 'x' }, { report: ID }],
    ['/admin/audit-logs', { from: 'yesterday' }, { from: '2026-11-20T18:00:00.000Z' }],
    ['/admin/audit-logs', { from: '2026-99-99T18:00:00Z', entry: '-1' }, { until: '2026-11-20T18:00:00Z', entry: '7' }],
    ['/admin/event/manage', { when: 'never' }, { when: 'past', sort: '-City' }],
  ] as const)('%s does not take %j, but %j', (path, wrong, right) => {
    expect(Object.values(checkSearch(path)(wrong)).every((value) => value === undefined)).toBe(true)
    expect(checkSearch(path)(right)).toStrictEqual(right)
  })

  test('is what the router gives to the screen, and the address bar is put right', async () => {
    const history = createMemoryHistory({ initialEntries: ['/admin/users?state=odd&tab=all&colour=red'] })
    router.update({ ...router.options, history })
    expect(router.matchRoutes(router.latestLocation).at(-1)?.search).toMatchObject({ tab: 'all', state: undefined })
    const { href } = router.buildLocation({ to: '/admin/users', search: true, _includeValidateSearch: true })
    expect(href).toBe('/admin/users?tab=all')
  })
})
