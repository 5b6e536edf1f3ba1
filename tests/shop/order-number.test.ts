import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDb, testDb } from '#tests/support/database.ts'
import { addVariant, openShop, setShop } from './shop-api.ts'

let opened: TestDb
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  opened = await testDb()
  shop = await openShop(opened.db)
  await setShop(opened.db)
})
afterAll(() => opened.close())

test('a number that another order has is drawn again', async () => {
  const { db } = opened
  const lines = [{ variantId: await addVariant(db), quantity: 1 }]
  const first = await shop.place(lines)
  await db.execute(sql`create sequence draws`)
  await db.execute(sql`create function draw_again() returns trigger language plpgsql as $$ begin
    if nextval('draws') <= 3 then new.number := (select number from shop_orders limit 1); end if;
    return new;
  end $$`)
  await db.execute(
    sql`create trigger draw_again before insert on shop_orders for each row execute function draw_again()`,
  )
  const { answer, placed } = await shop.place(lines)
  expect(answer.status).toBe(201)
  expect(placed.number).not.toBe(first.placed.number)
  expect(await db.execute(sql`select last_value::int as draws from draws`)).toMatchObject({ rows: [{ draws: 4 }] })
})
