import { mkdir, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { RedirectsHandler } from '@netlify/redirects'
import { sendResponse, toRequest } from './node-http.ts'
import { PROJECT } from './project.ts'

/** Marks what this process asks itself. */
const INNER = 'x-inner'

/**
 * The redirects of `netlify.toml` and of the site itself, where Astro has no page: while developing, an unknown event shows
 * the live fallback and a renamed one leads on, as on the built site. A page that a rule fits is rendered twice for that.
 */
export async function answerRedirects() {
  const folder = join(PROJECT, '.cache/dev')
  await mkdir(folder, { recursive: true })
  const rules = rulesIn(folder)
  return (incoming: IncomingMessage, outgoing: ServerResponse, next: (cause?: unknown) => void): void => {
    answer(incoming, outgoing).then((isAnswered) => !isAnswered && next(), next)
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
    const request = isRead && !(INNER in incoming.headers) && toRequest(incoming, new AbortController().signal)
    if (!request || !(await rules.match(request))) return false
    const ask = (path: string) =>
      fetch(`http://localhost:${incoming.socket.localPort}${path}`, { headers: { [INNER]: '1' }, redirect: 'manual' })
    if ((await ask(incoming.url ?? '/')).status !== 404) return false
    await writeFile(join(folder, '_redirects'), await (await ask('/_redirects')).text())
    const rule = await rulesIn(folder).match(request)
    if (!rule) return false
    const { pathname, search } = rule.target
    const response = rule.redirect
      ? new Response(null, { status: rule.statusCode, headers: { location: `${pathname}${search}` } })
      : await under(rule.statusCode, await ask(pathname))
    await sendResponse(response, outgoing, incoming.method === 'HEAD')
    return true
  }
}

function rulesIn(folder: string): Pick<RedirectsHandler, 'match'> {
  return new RedirectsHandler({
    configPath: join(PROJECT, 'netlify.toml'),
    configRedirects: [],
    jwtRoleClaim: '',
    jwtSecret: '',
    projectDir: folder,
    publicDir: folder,
  })
}

/** The page of a rewrite under the rule's own status. */
async function under(status: number, page: Response): Promise<Response> {
  const type = page.headers.get('content-type') ?? 'text/html; charset=utf-8'
  return new Response(await page.text(), { status, headers: { 'content-type': type, 'cache-control': 'no-store' } })
}
