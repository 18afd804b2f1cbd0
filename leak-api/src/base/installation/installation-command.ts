import { reportsOutcome, runChecks, type Check, type CommandLine } from '@atalaia/server'
import { z } from 'zod'

/** `open` changes nothing. */
export const addInstallationCommand = (
  { program, action }: CommandLine,
  open: () => { readonly checks: readonly Check[]; close(): Promise<void> },
): void => {
  program
    .command('installation')
    .description('checks database, keys, clock, mail, DNS, certificate, disk and backup of the API; changes nothing')
    .action(
      action(z.object({}), async () => {
        const { checks, close } = open()
        return reportsOutcome(await runChecks(checks, 'en').finally(close))
      }),
    )
}
