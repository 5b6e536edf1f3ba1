import { describe, expect, test } from 'vitest'
import { links } from './links.ts'
import { GROUPS, SCREENS, screenAt } from './routes.ts'

const ID = '00000000-0000-4000-8000-000000000000'

describe('the table of screens', () => {
  test('names every address and every title once, in a group of the sidebar', () => {
    for (const key of ['path', 'title'] as const) {
      const names = SCREENS.map((screen) => screen[key])
      expect(new Set(names).size).toBe(names.length)
    }
    expect(SCREENS.filter(({ group }) => !GROUPS.includes(group))).toEqual([])
  })

  test.each(SCREENS.map(({ path, title, role }) => ({ path, title, role })))(
    '$path is $title, for a $role',
    (screen) => {
      expect(screen.path).toMatch(/^\/admin(\/[a-z$][\w-]*)*$/)
      expect(screenAt(screen.path.replaceAll(/\$\w+/g, ID))?.title).toBe(screen.title)
    },
  )
})

test.each(Object.entries(links))('the link %s leads to a screen', (_name, link) => {
  const href = link(ID as never, undefined as never)
  expect(screenAt(href.split('?')[0] ?? ''), href).toBeDefined()
})
