/** `npm run db:reset` */
import { resetDatabase } from '#db/reset.ts'
import { runDatabaseCommand } from './database-command.ts'

const isSure = process.argv.slice(2).includes('--yes')

await runDatabaseCommand(
  async ({ url, isOurs }) => {
    if (!isOurs && !isSure) {
      const { host, pathname } = new URL(url)
      throw new Error(
        `This deletes everything in ${pathname.slice(1)} at ${host}. To continue, run: npm run db:reset -- --yes`,
      )
    }
    await resetDatabase(url)
    return 'The database is empty and its schema is up to date. The next start seeds it according to SEED.'
  },
  { alone: true },
)
