import { between, eq } from 'drizzle-orm'
import { eventConfig, eventTeam } from '#db/schema/events.ts'
import { teamLibrary } from '#db/schema/libraries.ts'
import { calendarFeeds } from '#db/schema/logistics.ts'
import { eventTasks } from '#db/schema/tasks.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { enterAs, openScreen } from './support/admin-page.ts'
import { toast } from './support/auth-page.ts'
import { expectUsable } from './support/looks.ts'
import { giveDraft } from './support/managed-events.ts'
import { expect, test } from './support/site-test.ts'

/** A first try may have left events on these days, which no other test uses. */
const clear = (product: RunningProduct, from: string, to: string) =>
  product.query((db) => db.delete(eventConfig).where(between(eventConfig.eventDate, from, to)))

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('an event at 23:30 in Honolulu is on its own day, and is moved by the keyboard, with what moves along, and back', async ({
    page,
    context,
    product,
  }) => {
    await enterAs(context, product, 'admin')
    await clear(product, '2031-05-01', '2031-05-31')
    const { id, eventName } = await giveDraft(product, {
      ...{ eventDate: '2031-05-14', earlyBirdDeadline: '2031-05-01' },
      ...{ eventTimeStart: '23:30', eventTimeEnd: '23:50', eventTimezone: 'Pacific/Honolulu' },
    })
    const stored = async () => {
      const [row] = await product.query((db) => db.select().from(eventConfig).where(eq(eventConfig.id, id)))
      return [row?.eventDate, row?.earlyBirdDeadline, row?.eventTimeStart, row?.eventTimezone]
    }
    await openScreen(page, '/admin/event-calendar?month=2031-05', 'Calendar')
    const grid = page.getByRole('grid', { name: 'May 2031' })
    const cell = (day: string) => grid.locator(`[data-day="${day}"]`)
    await expect(cell('2031-05-14')).toContainText(`Draft: ${eventName}`)
    await expect(cell('2031-05-14')).toHaveAccessibleName(/^Wednesday, May 14, 2031: 1 draft event .*Draft/)

    // One stop of the Tab key, arrows, Home and End, Page Up and Down.
    await cell('2031-05-01').focus()
    for (const [key, day] of [
      ...[
        ['ArrowDown', '2031-05-08'],
        ['End', '2031-05-10'],
        ['ArrowRight', '2031-05-11'],
        ['Home', '2031-05-11'],
      ],
      ...[
        ['ArrowDown', '2031-05-18'],
        ['ArrowUp', '2031-05-11'],
        ['ArrowLeft', '2031-05-10'],
        ['ArrowDown', '2031-05-17'],
      ],
    ] as const) {
      await page.keyboard.press(key ?? '')
      await expect(cell(day ?? '')).toBeFocused()
    }
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('grid', { name: 'June 2031' }).locator('[data-day="2031-06-17"]')).toBeFocused()
    await page.keyboard.press('PageUp')
    await expect(cell('2031-05-17')).toBeFocused()

    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Tab')
    const chip = grid.getByRole('button', { name: eventName })
    await expect(chip).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByText(`${eventName} is picked up.`)).toBeAttached()
    await expect(async () => {
      await page.keyboard.press('ArrowRight')
      await expect(page.getByText(`${eventName} is over Fri, May 16, 2031.`)).toBeAttached({ timeout: 300 })
    }).toPass()
    await page.keyboard.press('Space')
    const dialog = page.getByRole('dialog', { name: 'Move to date' })
    await expect(dialog.getByLabel('New date')).toHaveValue('2031-05-16')
    await expect(dialog).toContainText('The early bird price ends on Sat, May 3, 2031 instead of Thu, May 1, 2031.')
    await expect(dialog).toContainText(
      'Registration closes on Fri, May 16, 11:30 PM HST instead of Wed, May 14, 11:30 PM HST.',
    )
    await expectUsable(page, 'the preview of a move')
    expect(await stored()).toEqual(['2031-05-14', '2031-05-01', '23:30:00', 'Pacific/Honolulu'])
    await dialog.getByRole('button', { name: 'Move event' }).press('Enter')
    await expect(toast(page, `${eventName} is now on Fri, May 16, 2031.`)).toBeVisible()
    await expect(cell('2031-05-16')).toContainText(eventName)
    await expect(cell('2031-05-16')).toBeFocused()
    expect(await stored()).toEqual(['2031-05-16', '2031-05-03', '23:30:00', 'Pacific/Honolulu'])
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(toast(page, 'Move undone')).toBeVisible()
    await expect(cell('2031-05-14')).toContainText(eventName)
    expect(await stored()).toEqual(['2031-05-14', '2031-05-01', '23:30:00', 'Pacific/Honolulu'])

    // Page Down carries it to the next month, whose date the dialog asks about; any key leads back.
    await chip.focus()
    await page.keyboard.press('Space')
    await expect(page.getByText(`${eventName} is picked up.`)).toBeAttached()
    for (const [key, day] of [
      ['PageUp', 'Mon, Apr 14, 2031'],
      ['ArrowLeft', undefined],
      ['PageDown', 'Sat, Jun 14, 2031'],
    ] as const) {
      const said = day ? `${eventName} is over ${day}.` : `${eventName} is picked up.`
      await expect(async () => {
        await page.keyboard.press(key)
        await expect(page.getByText(said)).toBeAttached({ timeout: 300 })
      }).toPass()
    }
    await page.keyboard.press('Space')
    await expect(dialog.getByLabel('New date')).toHaveValue('2031-06-14')
    await page.keyboard.press('Escape')

    // A drop by the pointer asks the same, and Escape leaves the event where it was.
    const [from, to] = [await chip.boundingBox(), await cell('2031-05-20').boundingBox()]
    if (!from || !to) throw new Error('There is nothing to drag')
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 40, to.y + 40, { steps: 8 })
    await expect(cell('2031-05-20')).toHaveAttribute('data-over')
    await page.mouse.up()
    await expect(dialog.getByLabel('New date')).toHaveValue('2031-05-20')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(cell('2031-05-14')).toContainText(eventName)

    // While it is dragged, the months before and after are places to drop it on.
    const next = page.locator('[data-place="next-month"]')
    await expect(next).toBeHidden()
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y + 30, { steps: 4 })
    await expect(next).toContainText('Sat, Jun 14, 2031')
    const place = await next.boundingBox()
    if (!place) throw new Error('There is nowhere to drop it')
    await page.mouse.move(place.x + 60, place.y + 20, { steps: 8 })
    await expect(next).toHaveAttribute('data-over')
    await page.mouse.up()
    await expect(dialog.getByLabel('New date')).toHaveValue('2031-06-14')
    await dialog.getByRole('button', { name: 'Move event' }).click()
    await expect(page.getByRole('grid', { name: 'June 2031' }).locator('[data-day="2031-06-14"]')).toContainText(
      eventName,
    )
  })
})

test('a private address is shown once, renewed and ended; a full day opens as a list and gives the focus back; conflicts are said in words', async ({
  page,
  context,
  product,
}) => {
  const { id } = await enterAs(context, product, 'admin')
  await clear(product, '2032-03-01', '2032-03-31')
  const events = []
  for (const eventDate of ['2032-03-03', '2032-03-03', '2032-03-03', '2032-03-03', '2032-03-04'])
    events.push(
      await giveDraft(product, {
        eventDate,
        earlyBirdDeadline: null,
        city: eventDate === '2032-03-04' ? 'Reno' : 'Tulsa',
      }),
    )
  const [first, last] = [events[0], events.at(-1)]
  await product.query((db) =>
    db.insert(eventTasks).values({
      ...{ eventId: last?.id ?? '', title: 'Send the report', dueDays: 29 },
      ...{ assigneeType: 'team', assigneeId: crypto.randomUUID() },
    }),
  )
  await product.query(async (db) => {
    const [ada] = await db
      .insert(teamLibrary)
      .values({ fullName: `Ada ${first?.mark}`, title: 'Trainer', bio: 'Ran a mill.' })
      .returning()
    for (const event of [first, last])
      await db.insert(eventTeam).values({ eventId: event?.id ?? '', teamLibraryId: ada?.id ?? '', displayOrder: 1 })
  })
  await openScreen(page, '/admin/event-calendar', 'Calendar')
  await page.getByText('Subscribe in a calendar app').click()
  await page.getByLabel('It shows').selectOption('all')
  await page.getByRole('button', { name: 'Create address' }).click()
  const link = page.getByRole('link', { name: 'Open in a calendar app' })
  await expect(link).toHaveAttribute('href', /^webcal:\/\/.+\/api\/calendar\/[\w-]{43}\.ics$/)
  const address = ((await link.getAttribute('href')) ?? '').replace('webcal:', 'http:')
  expect((await page.request.get(address)).status()).toBe(200)
  await toast(page, /./).getByRole('button', { name: 'Dismiss' }).click()
  await expectUsable(page, 'a new calendar address')
  await openScreen(page, '/admin/event-calendar?month=2032-03', 'Calendar')
  await page.getByText('Subscribe in a calendar app').click()
  await expect(page.getByText(/Your address shows: All events, with drafts\. .*Last loaded just now/)).toBeVisible()
  await expect(link).toHaveCount(0)
  await page.getByRole('button', { name: 'End address' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End address' }).click()
  await expect(toast(page, 'Calendar address ended')).toBeVisible()
  expect((await page.request.get(address)).status()).toBe(404)
  const rows = await product.query((db) => db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, id)))
  expect(rows.map(({ endedAt }) => endedAt === null)).toEqual([false])

  await expect(page.getByText('1 conflict')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'with no day to travel' })).toContainText(
    `Ada ${first?.mark} is in Tulsa on Mar 3 for “${first?.eventName}” and in Reno on Mar 4 for “${last?.eventName}”`,
  )
  await page.getByRole('checkbox', { name: 'Deadlines' }).check()
  await expect(page).toHaveURL(/layers=deadlines/)
  const more = page.getByRole('button', { name: '+2 more events on Wednesday, March 3, 2032' })
  await more.click()
  const day = page.getByRole('dialog', { name: 'Wed, Mar 3, 2032' })
  await expect(day.getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await more.press('Enter')
  await expectUsable(page, 'a day with its events')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Year' }).click()
  await product.query((db) =>
    db
      .update(eventConfig)
      .set({ status: 'cancelled' })
      .where(eq(eventConfig.id, first?.id ?? '')),
  )
  await page.reload()
  const full = page.getByRole('grid', { name: 'March 2032' }).locator('[data-day="2032-03-03"]')
  await expect(full).toHaveAccessibleName(/^Wednesday, March 3, 2032: 3 draft events, 1 cancelled event/)
  await expect(page.getByRole('listitem').filter({ hasText: /^Cancelled$/ })).toBeVisible()
  // The layers of the month are those of the year.
  await expect(page.getByRole('checkbox', { name: 'Deadlines' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Tasks due' }).check()
  await expect(page.getByRole('grid', { name: 'April 2032' }).locator('[data-day="2032-04-02"]')).toHaveAccessibleName(
    'Friday, April 2, 2032: 1 date',
  )
  await full.click()
  await expect(day.getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('Escape')

  // A phone begins with the list, and its month has a number for each day.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/event-calendar?month=2032-03')
  await expect(page.getByRole('link', { name: last?.eventName ?? '', exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Move to date for ${last?.eventName}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to date' })
  await dialog.getByLabel('New date').fill('2032-03-09')
  await dialog.getByRole('button', { name: 'Move event' }).click()
  await expect(toast(page, `${last?.eventName} is now on Tue, Mar 9, 2032.`)).toBeVisible()
  await page.getByRole('tab', { name: 'Month' }).click()
  await page.getByRole('grid').locator('[data-day="2032-03-03"]').click()
  await expect(day.getByRole('listitem')).toHaveCount(4)
})
