/** Runs a shell command. Prints any error as a sentence and exits with 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause)
    process.exitCode = 1
  }
}
