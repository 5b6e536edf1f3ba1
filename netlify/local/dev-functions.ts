import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import { openDb } from '#db/client.ts'
import { type BuiltShell, SHELL_PAGE } from '#src/contract/forum-shell.ts'
import { LOCAL_TIMING } from '#src/domain/site/rebuild-plan.ts'
import { clockStartingAt, systemClock } from '#src/platform/clock.ts'
import { type Env, parseEnv } from '#src/platform/env.ts'
import type { PageCache } from '#src/platform/page-cache.ts'
import { couriersFor, deliverWith } from '../outbox.ts'
import type { Runtime } from '../runtime.ts'
import { isOnThisMachine } from './client-address.ts'
import { loadFunctions, makeContext } from './functions.ts'
import { answerMail } from './mail-pages.ts'
import { openMailbox } from './mailbox.ts'
import { sendResponse, toRequest } from './node-http.ts'
import { PROJECT } from './project.ts'
import { provideLocalKeys } from './secret-key.ts'
import { terminalLog } from './terminal-log.ts'

type ViteDevServer = Parameters<NonNullable<AstroIntegration['hooks']['astro:server:setup']>>[0]['server']

/**
 * Answers what a function serves, from its source as it is now: a saved file counts at the next request. Everything else
 * goes on to Astro, which makes pages at every request, so no build is needed.
 */
export function answerFunctions(server: ViteDevServer, variables: NodeJS.ProcessEnv) {
  const env = parseEnv(variables)
  const parts = devRuntime(env)
  const secretKeys = provideLocalKeys(env, resolve(env.dataDir), { isServer: true })
  const mailbox = openMailbox(env.dataDir, parts.clock)
  const deliver = () => deliverWith(parts.db, couriersFor(env, mailbox))
  const load = (file: string): Promise<unknown> => server.ssrLoadModule(file)
  return (incoming: IncomingMessage, outgoing: ServerResponse, next: (cause?: unknown) => void): void => {
    answer(incoming, outgoing).then((isAnswered) => !isAnswered && next(), next)
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const { url = '/' } = incoming
    const functions = await loadFunctions(undefined, load)
    const probe = new Request(new URL(url, env.siteUrl), { method: incoming.method ?? 'GET' })
    const isNear = isOnThisMachine(incoming.socket.remoteAddress, Object.keys(incoming.headers))
    const mail = await answerMail(probe, isNear, { mailbox, deliver })
    if (mail) {
      await sendResponse(mail, outgoing, incoming.method === 'HEAD')
      return true
    }
    const hosted = functions.find((candidate) => candidate.match(probe))
    const request = hosted && toRequest(incoming, new AbortController().signal)
    if (!request) return false
    const { provideRuntime } = await server.ssrLoadModule(join(PROJECT, 'netlify/runtime.ts'))
    provideRuntime(parts)
    const { provideSecretKeys } = await server.ssrLoadModule(join(PROJECT, 'db/sealed.ts'))
    provideSecretKeys(secretKeys)
    const { provideShell } = await server.ssrLoadModule(join(PROJECT, 'netlify/forum-shell.ts'))
    provideShell(() => shellAt(`http://localhost:${env.port}/${SHELL_PAGE}`))
    const { providePageCache } = await server.ssrLoadModule(join(PROJECT, 'netlify/purge-pages.ts'))
    providePageCache(keepsNothing)
    const ip = incoming.socket.remoteAddress ?? ''
    const response = await hosted.handle(request, makeContext(request, ip, hosted.match(request)?.params))
    await sendResponse(response, outgoing, incoming.method === 'HEAD')
    return true
  }
}

/** During development every page is made again each time. */
const keepsNothing: PageCache = { purge: async () => {} }

/** Astro makes the shell again too, so that a saved layout or style shows at the next request. */
async function shellAt(address: string): Promise<BuiltShell> {
  const page = await fetch(address)
  return { html: await page.text(), policy: null }
}

function devRuntime(env: Env): Runtime {
  const clock = env.clockStart === undefined ? systemClock : clockStartingAt(env.clockStart)
  return {
    env,
    db: openDb(env.databaseUrl ?? '').db,
    clock,
    log: terminalLog(clock),
    hook: { ask: async () => ({ ok: true }) },
    siteUrl: env.siteUrl,
    readLive: async () => null,
    pace: LOCAL_TIMING,
    wakeOutbox: async () => {}, // a look at the mail delivers
  }
}
