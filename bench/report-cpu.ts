/** Loaded before a program: at its end, tells how many milliseconds of processor time it took, on its last line. */
process.once('exit', () => {
  const { user, system } = process.cpuUsage()
  process.stdout.write(`\ncpu ${(user + system) / 1000}\n`)
})
