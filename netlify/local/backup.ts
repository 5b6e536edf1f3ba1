/** `npm run backup -- FILE` */
import { backupDatabase } from '#db/backup.ts'
import { noteCommand, onlyWord, runDatabaseCommand } from './database-command.ts'

const file = onlyWord('Use: npm run backup -- FILE')

await runDatabaseCommand(async ({ url }) => {
  const counts = Object.values(await noteCommand(url, 'backup', () => backupDatabase(url, file)))
  return `Wrote ${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables to ${file}.`
})
