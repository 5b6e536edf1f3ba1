import type { Browser } from '@playwright/test'
import { asc, eq, inArray } from 'drizzle-orm'
import { linkTokens, sessions, users } from '#db/schema/accounts.ts'
import { suppressions } from '#db/schema/deliveries.ts'
import { eventReports } from '#db/schema/feedback.ts'
import { forumFollows, forumPreferences } from '#db/schema/forum-notices.ts'
import { logisticsAnswers, logisticsPeople } from '#db/schema/logistics.ts'
import { vendorContacts, vendorInvites, vendorProposals, vendorSessions } from '#db/schema/partners.ts'
import { shopOrders } from '#db/schema/shop-orders.ts'
import { eventTasks, taskSubmissions } from '#db/schema/tasks.ts'
import { MAIL_AUDIENCES } from '#src/contract/mail-rule.ts'
import { LINK_LIVES, toHash } from '#src/domain/links/link.ts'
import { TEMPLATES } from '#src/domain/outbox/templates.ts'
import { keepAddress } from '#src/domain/suppressions/suppression.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { atScale } from '#tests/support/scale.ts'
import { type EveryMail, mailEverything } from './support/every-mail.ts'
import { commandContext } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

const ADDRESS = /https?:\/\/[^\s<>")]+/g
const TOKEN = /[\w-]{43}(?=$|\.ics$)/

/** Everything that a link could use up, begin, end or change. That a page was opened is noted, which proves nothing. */
const stateOf = (product: RunningProduct, { partners, userIds, reportIds, orderId, messages }: EveryMail) =>
  product.query(async (db) => {
    const { vendorId, contactIds, personIds, taskIds } = partners
    const hashes = tokensIn(messages).map(toHash)
    const people = await db.select().from(logisticsPeople).where(inArray(logisticsPeople.id, personIds))
    const invites = await db.select().from(vendorInvites).where(inArray(vendorInvites.contactId, contactIds))
    const hashed = messages.map(({ recipient }) => keepAddress(recipient).emailHash)
    return {
      links: await db.select().from(linkTokens).where(inArray(linkTokens.hash, hashes)).orderBy(asc(linkTokens.hash)),
      accounts: await db.select().from(users).where(inArray(users.id, userIds)).orderBy(asc(users.id)),
      accountSessions: await db.$count(sessions, inArray(sessions.userId, userIds)),
      follows: await db.select().from(forumFollows).where(inArray(forumFollows.userId, userIds)),
      choices: await db.select().from(forumPreferences).where(inArray(forumPreferences.userId, userIds)),
      suppressed: await db.$count(suppressions, inArray(suppressions.emailHash, hashed)),
      reports: await db
        .select()
        .from(eventReports)
        .where(inArray(eventReports.id, reportIds))
        .orderBy(asc(eventReports.id)),
      sessions: await db.$count(vendorSessions, inArray(vendorSessions.contactId, contactIds)),
      invites: invites.map(({ acceptedAt, endedAt }) => [acceptedAt, endedAt]),
      contacts: (await db.select().from(vendorContacts).where(eq(vendorContacts.vendorId, vendorId))).map(
        ({ state }) => state,
      ),
      submitted: people.map(({ submittedAt }) => submittedAt),
      answers: await db.$count(logisticsAnswers, inArray(logisticsAnswers.personId, personIds)),
      proposals: await db.$count(vendorProposals, eq(vendorProposals.vendorId, vendorId)),
      tasks: (await db.select().from(eventTasks).where(inArray(eventTasks.id, taskIds))).map(({ state }) => state),
      orders: await db.select().from(shopOrders).where(eq(shopOrders.id, orderId)),
      handedIn: await db.$count(taskSubmissions, inArray(taskSubmissions.taskId, taskIds)),
    }
  })

/** Every address in these messages: in the text, in the markup, and the one for mail programs that end such mails by a POST. */
function addressesIn(messages: EveryMail['messages']): string[] {
  const texts = messages.flatMap(({ textBody, htmlBody, unsubscribeUrl }) => [textBody, htmlBody, unsubscribeUrl])
  const found = texts.flatMap((text) => text?.replaceAll('&amp;', '&').match(ADDRESS) ?? [])
  return [...new Set(found)].toSorted()
}

const tokensIn = (messages: EveryMail['messages']) =>
  addressesIn(messages).flatMap((href) => TOKEN.exec(href)?.[0] ?? [])

/** One address of each kind: of a page, and of a page with a token, at scale from each kind of message. */
function eachKind(messages: EveryMail['messages']): string[] {
  const kinds = messages.flatMap((message) =>
    addressesIn([message]).map((href): [string, string] => {
      const page = href.replace(TOKEN, '')
      return [page === href ? href : atScale(`token ${page}`, `${message.template} ${page}`), href]
    }),
  )
  return [...new Map(kinds).values()]
}

/** What workflows send. */
const PLANNED = ['event-mail', 'figures', 'order-reminder']

/** Loads a link as the scanner of a mail program does, which runs scripts and presses nothing. */
async function look(browser: Browser, href: string): Promise<void> {
  const scanner = await browser.newContext()
  const page = await scanner.newPage()
  await page.goto(href)
  await page.waitForLoadState('networkidle')
  expect([href, await scanner.cookies()]).toEqual([href, []])
  await scanner.close()
}

test('scanners that open every link of every mail use nothing up and begin no session (VP5, LG1, TL2)', async ({
  browser,
  page,
  product,
}) => {
  test.setTimeout(180_000)
  const mailed = await product.query((db) => db.transaction((tx) => mailEverything(tx, commandContext(product))))
  const { messages } = mailed
  // A new kind of message has to be sent here too.
  expect([...new Set(messages.map(({ template }) => template))].toSorted()).toEqual(TEMPLATES.toSorted())
  const planned = new Set(messages.flatMap(({ template, subject }) => (PLANNED.includes(template) ? [subject] : [])))
  expect([...planned].toSorted()).toEqual(
    Object.keys(MAIL_AUDIENCES)
      .map((audience) => `To ${audience}`)
      .toSorted(),
  )
  const before = await stateOf(product, mailed)
  const kinds = ['logistics', 'report-status', 'shop-order', 'shop-purchasing', 'unsubscribe', 'unsubscribe-kind']
  const purposes = [...Object.keys(LINK_LIVES), ...kinds]
  expect([...new Set(before.links.map(({ purpose }) => purpose))].toSorted()).toEqual(purposes.toSorted())
  expect([before.sessions, before.accountSessions]).toEqual([0, 0])

  const own = addressesIn(messages).filter((href) => href.startsWith(product.url))
  for (const href of own)
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await page.request.fetch(href, { method, maxRedirects: 0 })
      const cookies = answer.headersArray().filter(({ name }) => /set-cookie/i.test(name))
      // The page of an event that was just stored is not built yet.
      const isUnbuilt = /\/(event|forum)\//.test(href)
      expect([href, isUnbuilt || answer.status() < 400 || answer.status() === 405, cookies]).toEqual([href, true, []])
    }
  const looked = eachKind(messages).filter((href) => own.includes(href))
  for (let at = 0; at < looked.length; at += 8)
    await Promise.all(looked.slice(at, at + 8).map((href) => look(browser, href)))
  expect(await stateOf(product, mailed)).toEqual(before)

  // All of it still works: the invitation is accepted by a press.
  await page.goto(own.find((href) => href.includes('#invite=')) ?? '')
  await page.getByRole('button', { name: 'Accept and open the portal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Torque/ })).toBeVisible()
  expect((await stateOf(product, mailed)).sessions).toBe(1)
})
