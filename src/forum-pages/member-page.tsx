import { FORUM_TAG, memberPath } from '#src/contract/forum-paths.ts'
import { readMemberPage } from '#src/domain/forum-reading/read-member-page.ts'
import { MemberView } from '#src/sections/forum/MemberView.tsx'
import type { PageContext } from './env.ts'
import type { Kept } from './page.ts'
import { sendElsewhere, sendPage } from './send.ts'
import { breadcrumbs } from './structured-data.ts'

/** `/forum/member/{username}` */
export async function showMember(c: PageContext): Promise<Response> {
  const asked = c.req.param('username') ?? ''
  const cursor = c.req.query('cursor') ?? null
  const page = await c.var.retryRead(() => readMemberPage(c.var.db, asked, cursor))
  const { username } = page.member
  const path = memberPath(username)
  const kept: Kept = { tags: [FORUM_TAG.every, FORUM_TAG.member(page.userId)], query: ['cursor'] }
  if (username !== asked) return sendElsewhere(path, 301, kept)
  return sendPage(c, {
    title: `${username} in the forum`,
    description: `Questions and answers by ${username} in the forum.`,
    ...(cursor === null && { canonical: path }),
    jsonLd: breadcrumbs(c.var.siteUrl, [[username, path]]),
    ...kept,
    content: <MemberView page={page} cursor={cursor} />,
  })
}
