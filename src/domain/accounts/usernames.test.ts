import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { username } from '#src/contract/username.ts'
import { usernamesFor } from './usernames.ts'

const all = (name: string | undefined) => [...usernamesFor(name, () => 0)]

describe('usernames for a name', () => {
  test.each([
    ['Ada Lovelace', 'Ada.Lovelace'],
    ['  Renée  O’Brien-Smith ', 'Renée.O.Brien.Smith'],
    ['Пётр Иванов', 'Пётр.Иванов'],
    ['李', '李-1000'],
    ['Li', 'Li-1000'],
    ['Administrator', 'member-10000000'],
    ['Ад Min', 'member-10000000'],
    ['', 'member-10000000'],
    ['🦊🦊🦊', 'member-10000000'],
    [undefined, 'member-10000000'],
  ])('%j begin with %j', (name, first) => {
    expect(all(name)[0]).toBe(first)
  })

  test('differ from one another once digits are drawn', () => {
    let drawn = 0
    const names = [...usernamesFor('Ada Lovelace', () => (drawn += 1))]
    expect(names.length).toBeGreaterThan(8)
    expect(new Set(names).size).toBe(names.length)
  })

  test('follow the rules for every kind of name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        const names = all(name)
        expect(names.length).toBeGreaterThan(0)
        for (const one of names) expect(username.safeParse(one)).toEqual({ success: true, data: one })
      }),
    )
  })
})
