/** `npm run restore -- FILE` */
import { restoreDatabase } from '#db/restore.ts'
import { onlyWord, runDatabaseCommand } from './database-command.ts'

const file = onlyWord('Use: npm run restore -- FILE')

await runDatabaseCommand(async ({ url }) => {
  const counts = Object.values(await restoreDatabase(url, file))
  const rows = counts.reduce((sum, count) => sum + count, 0)
  return `Restored ${rows} rows of ${counts.length} tables from ${file}.
Everyone has to sign in again. Links that were emailed or shared before no longer work. Messages that were not sent are lost.`
})
