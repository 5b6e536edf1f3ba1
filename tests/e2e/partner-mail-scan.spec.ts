import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { asc, eq, inArray } from 'drizzle-orm'
import { linkTokens } from '#db/schema/accounts.ts'
import { eventVendors } from '#db/schema/events.ts'
import { teamLibrary, vendorLibrary } from '#db/schema/libraries.ts'
import { logisticsAnswers, logisticsPeople } from '#db/schema/logistics.ts'
import { vendorContacts, vendorInvites, vendorProposals, vendorSessions } from '#db/schema/partners.ts'
import { eventTasks, taskSubmissions } from '#db/schema/tasks.ts'
import { answerTask } from '#src/domain/event-tasks/answer-task.ts'
import { changeTaskState } from '#src/domain/event-tasks/change-task-state.ts'
import { nudgeVendor } from '#src/domain/event-tasks/nudge-vendor.ts'
import { sendLink } from '#src/domain/logistics/links.ts'
import { nudgePeople } from '#src/domain/logistics/nudge.ts'
import { addPeople } from '#src/domain/logistics/people.ts'
import { inviteContact } from '#src/domain/vendor-contacts/invite.ts'
import { requestPortalLink } from '#src/domain/vendor-contacts/portal-link.ts'
import { decideProposal } from '#src/domain/vendor-proposals/decide-proposal.ts'
import { readLatest } from '#src/domain/vendor-proposals/proposal.ts'
import { readProfile, saveProposal } from '#src/domain/vendor-proposals/save-proposal.ts'
import { storeEvent } from '#tests/support/api-rows.ts'
import type { RunningProduct } from '#tests/support/product.ts'
import { commandContext, freshName } from './support/people.ts'
import { expect, test } from './support/site-test.ts'

type Ids = { vendorId: string; eventId: string; contactIds: string[]; personIds: string[]; taskIds: string[] }

/** Everything that partners are mailed: what is sent to the people of one vendor, and to somebody of the team. */
async function mailEverything(product: RunningProduct) {
  const [invited, active, team] = ['maria', 'ben', 'ada'].map((name) => `${name}.${freshName()}@partner.example`)
  const people = [invited ?? '', active ?? '', team ?? '']
  const context = commandContext(product)
  const ids = await product.query((db) =>
    db.transaction(async (tx): Promise<Ids> => {
      const [vendor] = await tx
        .insert(vendorLibrary)
        .values({ vendorName: `Torque ${freshName()}` })
        .returning()
      const [ada] = await tx
        .insert(teamLibrary)
        .values({ fullName: 'Ada Quill', title: 'Trainer', bio: 'Ran a mill.', email: people[2] })
        .returning()
      const [vendorId, teamId] = [vendor?.id ?? '', ada?.id ?? '']
      const eventId = await storeEvent(tx, {
        ...{ eventSlug: `${freshName()}-day`, eventDate: '2036-03-03', earlyBirdDeadline: null },
      })
      await tx.insert(eventVendors).values({ eventId, vendorLibraryId: vendorId, displayOrder: 1 })
      const { id: mariaId } = await inviteContact(
        tx,
        { vendorId, name: 'Maria Ortiz', email: people[0] ?? '' },
        context,
      )
      const ben = { name: 'Ben Colleague', email: people[1] ?? '', emailKey: people[1] ?? '' }
      const [contact] = await tx
        .insert(vendorContacts)
        .values({ ...ben, vendorId, state: 'active', invitedBy: 'cli' })
        .returning()
      const contactId = contact?.id ?? ''
      await requestPortalLink(tx, people[1] ?? '', context)

      const profile = await readProfile(tx, vendorId)
      const form = { ...profile.current, description: 'Wrenches', entryVersion: profile.entryVersion, version: null }
      await saveProposal(tx, { contactId, vendorId }, form, context)
      const open = await readLatest(tx, vendorId, 'open')
      const decision = { version: 1, entryVersion: profile.entryVersion, note: 'Shorter, please.' }
      await decideProposal(tx, open?.id ?? '', { ...decision, fields: { description: 'returned' } }, context)

      const { ids: personIds } = await addPeople(
        tx,
        eventId,
        [
          { name: 'Ben Colleague', email: people[1] ?? '', role: 'vendor', vendorContactId: contactId },
          { name: 'Ada Quill', email: people[2] ?? '', role: 'instructor', teamLibraryId: teamId },
        ],
        context.actor,
      )
      for (const personId of personIds) await sendLink(tx, { eventId, personId }, context)
      await nudgePeople(tx, { eventId, personIds }, context)

      const taskIds: string[] = []
      for (const [type, assigneeId, by] of [
        ['vendor', vendorId, `contact:${contactId}`],
        ['team', teamId, `logistics:${personIds[1]}`],
      ] as const) {
        const values = { eventId, title: 'Name the speakers', kind: 'text', dueDays: -7 } as const
        const taskId = randomUUID()
        taskIds.push(taskId)
        await tx.insert(eventTasks).values({ ...values, id: taskId, assigneeType: type, assigneeId })
        await answerTask(tx, {
          ...{ taskId, submissionId: randomUUID(), now: context.now, by: { ...context.actor, id: by } },
          assignee: type === 'team' ? { type, id: assigneeId, eventId } : { type, id: assigneeId },
          value: { kind: 'text', text: 'Ada' },
        })
        const [task] = await tx.select().from(eventTasks).where(eq(eventTasks.id, taskId))
        const change = { act: 'return', note: 'The full name, please.', version: task?.version ?? 0 } as const
        await changeTaskState(tx, { eventId, taskId }, change, context)
      }
      await nudgeVendor(tx, vendorId, context)
      return { vendorId, eventId, contactIds: [mariaId, contactId], personIds, taskIds }
    }),
  )
  return { people, ids }
}

const SUBJECTS = [
  /^You are invited to the vendor portal/,
  /^Sign in to the vendor portal/,
  /^Your changes for .* need another look/,
  /^Your details for/,
  /^Still missing: your details for/,
  /^Please change what you sent/,
  /^A reminder: what we still need/,
]
type Mail = { to: string; subject: string; text: string }

/** What was delivered to these people, once there is a mail of every kind. */
async function mailsTo({ url }: RunningProduct, people: readonly string[]): Promise<Mail[]> {
  for (let tries = 0; tries < 150; tries += 1) {
    const kept: Mail[] = await (await fetch(`${url}/__local/mail.json`)).json()
    const own = kept.filter(({ to }) => people.includes(to))
    if (SUBJECTS.every((kind) => own.some(({ subject }) => kind.test(subject)))) return own
    await sleep(200)
  }
  throw new Error('A mail did not come')
}

/** Everything that a link could use up, begin or change. That a page was opened is noted, which proves nothing. */
const stateOf = (product: RunningProduct, { vendorId, contactIds, personIds, taskIds }: Ids) =>
  product.query(async (db) => {
    const subjects = [...contactIds, ...personIds]
    const invites = await db.select().from(vendorInvites).where(inArray(vendorInvites.contactId, contactIds))
    const people = await db.select().from(logisticsPeople).where(inArray(logisticsPeople.id, personIds))
    const { subjectId, createdAt, hash } = linkTokens
    return {
      links: await db.select().from(linkTokens).where(inArray(subjectId, subjects)).orderBy(asc(createdAt), asc(hash)),
      sessions: await db.$count(vendorSessions, inArray(vendorSessions.contactId, contactIds)),
      invites: invites.map(({ acceptedAt, endedAt }) => [acceptedAt, endedAt]),
      contacts: (await db.select().from(vendorContacts).where(eq(vendorContacts.vendorId, vendorId))).map(
        ({ state }) => state,
      ),
      submitted: people.map(({ submittedAt }) => submittedAt),
      answers: await db.$count(logisticsAnswers, inArray(logisticsAnswers.personId, personIds)),
      proposals: await db.$count(vendorProposals, eq(vendorProposals.vendorId, vendorId)),
      tasks: (await db.select().from(eventTasks).where(inArray(eventTasks.id, taskIds))).map(({ state }) => state),
      handedIn: await db.$count(taskSubmissions, inArray(taskSubmissions.taskId, taskIds)),
    }
  })

/** Loads a link as the scanner of a mail program does, which runs scripts and presses nothing. */
async function look(browser: Browser, href: string): Promise<void> {
  const scanner = await browser.newContext()
  const page = await scanner.newPage()
  await page.goto(href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await scanner.cookies()).toEqual([])
  await scanner.close()
}

test('scanners that open every link of every mail to partners use nothing up and begin no session (VP2, LG1, TL2)', async ({
  browser,
  page,
  product,
}) => {
  test.setTimeout(120_000)
  const { people, ids } = await mailEverything(product)
  const mails = await mailsTo(product, people)
  const hrefs = [...new Set(mails.flatMap(({ text }) => text.match(/https?:\/\/[^\s<>")]+/g) ?? []))]
  // The invitation, the sign-in, the portal, and a form for each person, of which each mail has a link of its own.
  expect(hrefs.filter((href) => /#(invite|sign-in)=[\w-]{43}$/.test(href))).toHaveLength(2)
  expect(hrefs.filter((href) => /\/logistics-form\/[\w-]{43}$/.test(href)).length).toBeGreaterThanOrEqual(4)
  expect(hrefs).toContain(`${product.url}/vendor-portal`)
  const before = await stateOf(product, ids)
  expect(before.sessions).toBe(0)
  for (const href of hrefs)
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await page.request.fetch(href, { method })
      expect([href, answer.status(), answer.headersArray().filter(({ name }) => /set-cookie/i.test(name))]).toEqual([
        href,
        200,
        [],
      ])
    }
  for (const href of hrefs) await look(browser, href)
  expect(await stateOf(product, ids)).toEqual(before)
  // All of it still works: the invitation is accepted by a press.
  await page.goto(hrefs.find((href) => href.includes('#invite=')) ?? '')
  await page.getByRole('button', { name: 'Accept and open the portal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Torque/ })).toBeVisible()
  expect((await stateOf(product, ids)).sessions).toBe(1)
})
