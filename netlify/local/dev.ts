import { type AstroIntegration, dev } from 'astro'
import { parseEnv } from '#src/platform/env.ts'
import { ownerSentence } from './demo-people.ts'
import { readyDatabase } from './dev-database.ts'
import { answerFunctions } from './dev-functions.ts'
import { answerRedirects } from './dev-redirects.ts'
import { requireFreePort } from './http-server.ts'
import { createProgress } from './progress.ts'
import { PROJECT } from './project.ts'

/**
 * `npm run dev`: Astro's own server with hot reload, our functions in the same process, and the database of `DATA_DIR`,
 * shared with a server that already runs on it.
 */
async function develop(variables: NodeJS.ProcessEnv): Promise<void> {
  const progress = createProgress((line) => console.log(line))
  // Astro would take another port, where the addresses on its pages do not lead.
  await requireFreePort({ port: parseEnv(variables).port })
  const { url, port, owner } = await progress.step('Opening the database', () => readyDatabase(variables))
  if (owner) progress.say(ownerSentence(owner))
  // Pages read the environment for themselves, at every request.
  Object.assign(variables, { DATABASE_URL: url, ASTRO_TELEMETRY_DISABLED: '1' })
  await dev({ root: PROJECT, server: { port, host: 'localhost' }, integrations: [functionsIn(variables)] })
}

function functionsIn(variables: NodeJS.ProcessEnv): AstroIntegration {
  return {
    name: 'functions',
    hooks: {
      'astro:server:setup': async ({ server }) => {
        server.middlewares.use(answerFunctions(server, variables))
        server.middlewares.use(await answerRedirects())
      },
    },
  }
}

develop(process.env).catch((cause: unknown) => {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exit(1)
})
