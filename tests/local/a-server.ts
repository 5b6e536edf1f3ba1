import { type ChildProcess, spawn } from 'node:child_process'
import { PROJECT } from '#netlify/local/project.ts'
import { createShutdown } from '#netlify/local/shutdown.ts'
import { startServer } from '#netlify/local/start.ts'
import { testDb } from '#tests/support/database.ts'
import { freePort } from '#tests/support/postgres-server.ts'
import { type FakeBuild, fakeBuild, revisionAt } from './fake-build.ts'

/** The server in this process, building small sites. `said` is what it told the person at the terminal. */
type AServer = { origin: string; said: string[]; build: FakeBuild } & AsyncDisposable

export async function aServer(variables: Record<string, string>): Promise<AServer> {
  const port = await freePort()
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const shutdown = createShutdown((cause) => say(String(cause)))
  const build = fakeBuild(({ DATABASE_URL: url = '' }) => revisionAt(url))
  const progress = { say, detail: () => {}, step: <T>(_name: string, work: () => Promise<T>) => work() }
  try {
    await startServer({
      variables: { SEED: 'none', CHECKS: 'asked', ...variables, PORT: String(port) },
      startBuild: build.start,
      progress,
      shutdown,
    })
  } catch (cause) {
    await shutdown.stop()
    throw cause
  }
  return { origin: `http://127.0.0.1:${port}`, said, build, [Symbol.asyncDispose]: shutdown.stop }
}

/** A database that goes when the test ends. */
export async function aDatabase(): Promise<Awaited<ReturnType<typeof testDb>> & AsyncDisposable> {
  const opened = await testDb()
  return { ...opened, [Symbol.asyncDispose]: opened.close }
}

const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
/** What a program gets of this environment: where other programs are, and where code is kept that was compiled before. */
export const BARE = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS }

/** A program of this product in a process of its own, to its end. */
export async function run(
  file: string,
  args: string[],
  variables: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: PROJECT,
    env: { ...BARE, ...variables },
  })
  const output = collect(child)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: output() }
}

export function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (piece) => (text += piece))
  return () => text
}

/** Asks again until it holds. The test's own time limit ends it. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}
