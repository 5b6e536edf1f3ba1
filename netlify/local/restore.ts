/** `npm run restore -- FILE` */
import { restoreDatabase } from '#db/restore.ts'
import { onlyWord, runDatabaseCommand } from './database-command.ts'

const file = onlyWord('Say what from: npm run restore -- FILE')

await runDatabaseCommand(async ({ url }) => {
  const counts = Object.values(await restoreDatabase(url, file))
  return `Restored ${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables from ${file}.`
})
