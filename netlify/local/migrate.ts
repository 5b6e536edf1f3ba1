/** `npm run db:migrate` */
import { migrate } from '#db/migrate.ts'
import { runDatabaseCommand } from './database-command.ts'

await runDatabaseCommand(async ({ url }) => {
  const count = await migrate(url)
  return count === 0 ? 'The schema is up to date.' : `Migrations applied: ${count}.`
})
