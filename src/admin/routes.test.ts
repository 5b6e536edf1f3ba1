import { describe, expect, test } from 'vitest'
import type { Role } from '#src/contract/viewer.ts'
import { ADDRESSES } from './addresses.ts'
import { getPlaces, screenAt } from './find-screens.ts'
import { PLACES } from './places.ts'
import { SCREENS } from './routes.ts'

const ID = '00000000-0000-4000-8000-000000000000'

describe('the table of screens', () => {
  test('names every address and every title once, in a place of the sidebar', () => {
    for (const key of ['path', 'title'] as const) {
      const names = SCREENS.map((screen) => screen[key])
      expect(new Set(names).size).toBe(names.length)
    }
    expect(SCREENS.map(({ path }) => path).toSorted()).toEqual(Object.keys(ADDRESSES).toSorted())
    const names: string[] = PLACES.map(({ name }) => name)
    expect(SCREENS.filter(({ place }) => !names.includes(place))).toEqual([])
  })

  test.each(SCREENS.map(({ path, title, role }) => ({ path, title, role })))(
    '$path is $title, for a $role',
    (screen) => {
      expect(screen.path).toMatch(/^\/admin(\/[a-z$][\w-]*)*$/)
      expect(screenAt(screen.path.replaceAll(/\$\w+/g, ID))?.title).toBe(screen.title)
    },
  )
})

describe('the places of the sidebar', () => {
  const names = (roles: Role[]) => getPlaces(roles).map(({ place }) => place.name)

  test('are at most eleven, each with at most five tabs', () => {
    expect(names(['owner'])).toEqual(PLACES.map(({ name }) => name))
    expect(PLACES.length).toBeLessThanOrEqual(11)
    expect(getPlaces(['owner']).filter(({ tabs }) => tabs.length > 5)).toEqual([])
  })

  test('are four for a moderator, none without a role', () => {
    expect(names(['moderator'])).toEqual(['Home', 'Community', 'Feedback', 'People'])
    expect(names([])).toEqual([])
  })
})
