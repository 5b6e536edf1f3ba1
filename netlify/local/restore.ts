/** `npm run restore -- FILE`, or `npm run restore -- --drill FILE` */
import { restoreDatabase } from '#db/restore.ts'
import { drillRestore } from '#src/domain/health/restore-drill.ts'
import { noteCommand, runDatabaseCommand } from './database-command.ts'

const words = process.argv.slice(2)
const isDrill = words[0] === '--drill'
const [file, ...more] = isDrill ? words.slice(1) : words
if (file === undefined || more.length > 0) {
  console.error('Use: npm run restore -- FILE, or npm run restore -- --drill FILE')
  process.exit(1)
}

await runDatabaseCommand(({ url }) => (isDrill ? drill(url, file) : restore(url, file)))

async function restore(url: string, from: string): Promise<string> {
  const counts = Object.values(await restoreDatabase(url, from))
  const rows = counts.reduce((sum, count) => sum + count, 0)
  return `Restored ${rows} rows of ${counts.length} tables from ${from}.
Everyone has to sign in again. Links that were emailed or shared before no longer work. Messages that were not sent are lost.`
}

async function drill(url: string, from: string): Promise<string> {
  const { rows, tables, auditHead } = await noteCommand(url, 'restore-drill', () => drillRestore(url, from))
  return `${from} can be restored: ${rows} rows of ${tables} tables, and the audit log is whole up to ${auditHead}.
The database that was made for this is gone again.`
}
