import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addVariant, openShop, setShop } from './shop-api.ts'

vi.mock('node:crypto', async (load) => {
  const real = await load<typeof import('node:crypto')>()
  return { ...real, randomInt: vi.fn(real.randomInt) }
})

let opened: TestDb
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  opened = await testDb()
  shop = await openShop(opened.db)
  await setShop(opened.db)
})
afterAll(() => opened.close())

test('a number that another order has is drawn again', async () => {
  const lines = [{ variantId: await addVariant(opened.db), quantity: 1 }]
  const draw = vi.mocked(randomInt as (min: number, max: number) => number)
  for (const number of [11_111_111, 11_111_111, 11_111_111, 22_222_222]) draw.mockReturnValueOnce(number)
  const numbers = [(await shop.place(lines)).placed.number, (await shop.place(lines)).placed.number]
  expect(numbers).toEqual(['W-11111111', 'W-22222222'])
  expect(draw).toHaveBeenCalledWith(10_000_000, 100_000_000)
})
